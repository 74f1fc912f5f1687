/**
 * The specification's breakpoints (section 9 and decisions, Grids) as MUI wants them: a key is the width
 * from which it holds. "At N and below" ends where `aboveN` (N + 1) begins; "below N" where `fromN` does.
 * MUI's own xs…xl stay, since its components ask for them. Style sheets write the same widths out.
 */
export const breakpoints = {
  xs: 0,
  above325: 326,
  above440: 441,
  above480: 481,
  from526: 526,
  from576: 576,
  sm: 600,
  from664: 664,
  above744: 745,
  from768: 768,
  above768: 769,
  md: 900,
  from993: 993,
  above993: 994,
  lg: 1200,
  above1280: 1281,
  from1422: 1422,
  xl: 1536,
  from2133: 2133,
} as const

/** Every breakpoint's name. */
export type BreakpointName = keyof typeof breakpoints
