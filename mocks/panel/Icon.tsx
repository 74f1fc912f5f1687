const PATHS = {
  previous: 'M10 3 5 8l5 5',
  next: 'm6 3 5 5-5 5',
  move: 'M2 5h12M11 2l3 3-3 3M14 11H2M5 8l-3 3 3 3',
  close: 'm4 4 8 8M12 4l-8 8',
  add: 'M8 3v10M3 8h10',
  takeOut: 'M3 8h10',
  open: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11',
  done: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M5 8.2l2.2 2.2L11 6.2',
} as const

/** A picture of 16 px beside words or in a button that has a label. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
