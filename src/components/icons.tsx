import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { createSvgIcon } from '@mui/material/utils'
import { SIGN } from '../../contract/covers.ts'

/** A line drawing in a square of 24, in the colour of the text. Decoration: never read out. */
export function lineIcon(path: string, name: string) {
  return createSvgIcon(
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />,
    name,
  )
}

export const SearchIcon = lineIcon('M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5', 'Search')
export const MenuIcon = lineIcon('M3.5 6.5h17M3.5 12h17M3.5 17.5h17', 'Menu')
export const CloseIcon = lineIcon('M5 5l14 14M19 5 5 19', 'Close')
export const ArrowUpIcon = lineIcon('M12 20V4M5 11l7-7 7 7', 'ArrowUp')
export const CheckIcon = lineIcon('M4 12.5l5.5 5.5L20 6.5', 'Check')
export const PersonIcon = lineIcon(
  'M12 3.5a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5M4 21c.6-4.4 3.7-6.6 8-6.6s7.4 2.2 8 6.6',
  'Person',
)
export const AlertIcon = lineIcon('M12 3.5 22 20.5H2zM12 10v5M12 17.75v.25', 'Alert')

export const EyeIcon = lineIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  'Eye',
)
export const EyeOffIcon = lineIcon(
  'M9.5 5.8a9 9 0 0 1 2.5-.3C18 5.5 21.5 12 21.5 12a16 16 0 0 1-2.6 3.3M6.3 7.2A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.8-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
  'EyeOff',
)

/** The sign of the house on its own ground. */
export function BrandMark(props: SvgIconProps) {
  return (
    <SvgIcon viewBox="0 0 64 64" {...props}>
      <rect width="64" height="64" rx="14" fill="#7A2E2A" />
      <g transform="translate(4.9 6)scale(2.167)" fill="#FAF6EF">
        <path d={SIGN} fill="none" stroke="#FAF6EF" strokeWidth="2" strokeLinecap="round" />
        <circle cx="12.3" cy="16" r="1.7" />
      </g>
    </SvgIcon>
  )
}

/** Google's mark in its own colours. */
export function GoogleIcon(props: SvgIconProps) {
  return (
    <SvgIcon viewBox="0 0 48 48" {...props}>
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.3 5.5-4.8 7.2l7.7 6c4.5-4.2 7.1-10.4 7.1-17.7z"
      />
      <path
        fill="#FBBC05"
        d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24c0 3.9.9 7.5 2.6 10.8l8-6.2z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </SvgIcon>
  )
}
