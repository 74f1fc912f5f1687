import { SIGN } from '../../contract/sign.ts'

const PATHS = {
  search: 'M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5',
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h17',
  close: 'M5 5l14 14M19 5 5 19',
  arrowUp: 'M12 20V4M5 11l7-7 7 7',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  person:
    'M12 3.5a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5M4 21c.6-4.4 3.7-6.6 8-6.6s7.4 2.2 8 6.6',
  alert: 'M12 3.5 22 20.5H2zM12 10v5M12 17.75v.25',
} as const

interface IconProps {
  /**
   * One of the first page's; those of later pages come with them (`components/drawings.ts`, `app/drawings.ts`)
   * and are handed in.
   */
  name: keyof typeof PATHS | { path: string }
  size?: number
}

/** A small drawing of the house, stroked in the text's colour. Decoration: never read out. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={typeof name === 'string' ? PATHS[name] : name.path} />
    </svg>
  )
}

/** The sign of the house on its own ground: part of the page, so that nothing is fetched for it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 64 64">
      <rect width="64" height="64" rx="14" fill="#7A2E2A" />
      <g transform="translate(4.9 6)scale(2.167)" fill="#FAF6EF">
        <path d={SIGN} fill="none" stroke="#FAF6EF" strokeWidth="2" strokeLinecap="round" />
        <circle cx="12.3" cy="16" r="1.7" />
      </g>
    </svg>
  )
}
