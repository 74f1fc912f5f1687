const PATHS = {
  search: 'M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5',
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h17',
  close: 'M5 5l14 14M19 5 5 19',
  arrowUp: 'M12 20V4M5 11l7-7 7 7',
  arrowLeft: 'M20 12H4M11 5l-7 7 7 7',
  arrowDown: 'M12 4v16M5 13l7 7 7-7',
  check: 'M4 12.5l5.5 5.5L20 6.5',
  person:
    'M12 3.5a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5M4 21c.6-4.4 3.7-6.6 8-6.6s7.4 2.2 8 6.6',
  camera: 'M4 7.5h3.5l2-3h5l2 3H20v12H4zM12 10a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  alert: 'M12 3.5 22 20.5H2zM12 10v5M12 17.75v.25',
  retry: 'M20 5v5h-5M20 10a8.25 8.25 0 1 0 .25 4.5',
  download: 'M12 3.5v12M6.5 10.5 12 16l5.5-5.5M4 20.5h16',
  sun: 'M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  device: 'M3 5h18v11.5H3zM8.5 20.5h7M12 16.5v4',
  outside: 'M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9',
} as const

export type IconName = keyof typeof PATHS

/** A small drawing of the house, stroked in the text's colour. Decoration: never read out. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The heart, filled. Its colour is the text's. */
export function HeartIcon({ size = 22 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
    >
      <path d="M12 21.2C5.2 16.2 2 12.7 2 8.6 2 5.5 4.4 3.2 7.3 3.2c1.9 0 3.6 1 4.7 2.6 1.1-1.6 2.8-2.6 4.7-2.6C19.6 3.2 22 5.5 22 8.6c0 4.1-3.2 7.6-10 12.6z" />
    </svg>
  )
}
