import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { createSvgIcon } from '@mui/material/utils'
import { SIGN } from '../../contract/covers.ts'

/** A line drawing in a square of 24, in the colour of the text. Decoration: never read out. */
function lineIcon(path: string, name: string) {
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
export const ArrowDownIcon = lineIcon('M5 8.5l7 7 7-7', 'ArrowDown')
export const CheckIcon = lineIcon('M4 12.5l5.5 5.5L20 6.5', 'Check')
export const PersonIcon = lineIcon(
  'M12 3.5a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5M4 21c.6-4.4 3.7-6.6 8-6.6s7.4 2.2 8 6.6',
  'Person',
)
export const AlertIcon = lineIcon('M12 3.5 22 20.5H2zM12 10v5M12 17.75v.25', 'Alert')
export const ArrowLeftIcon = lineIcon('M20 12H4M11 5l-7 7 7 7', 'ArrowLeft')
export const OutsideIcon = lineIcon('M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9', 'Outside')
export const CameraIcon = lineIcon(
  'M4 7.5h3.5l2-3h5l2 3H20v12H4zM12 10a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5',
  'Camera',
)
export const LeaveIcon = lineIcon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4', 'Leave')
export const DownloadIcon = lineIcon('M12 3.5v12M6.5 10.5 12 16l5.5-5.5M4 20.5h16', 'Download')
export const SunIcon = lineIcon(
  'M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  'Sun',
)
export const MoonIcon = lineIcon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5', 'Moon')
export const DeviceIcon = lineIcon('M3 5h18v11.5H3zM8.5 20.5h7M12 16.5v4', 'Device')

export const MoreIcon = lineIcon(
  'M5 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1M12 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1M19 11.5a.5.5 0 1 1 0 1 .5.5 0 0 1 0-1',
  'More',
)
export const BookmarkIcon = lineIcon('M6.5 3.5h11v17L12 16l-5.5 4.5z', 'Bookmark')
export const RefuseIcon = lineIcon(
  'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M6 6l12 12',
  'Refuse',
)

export const EyeIcon = lineIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  'Eye',
)
export const EyeOffIcon = lineIcon(
  'M9.5 5.8a9 9 0 0 1 2.5-.3C18 5.5 21.5 12 21.5 12a16 16 0 0 1-2.6 3.3M6.3 7.2A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.8-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
  'EyeOff',
)

/** The heart, filled. */
export function HeartIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M12 20.5Q2 13.5 2 8a5.5 5.5 0 0 1 10-3.2A5.5 5.5 0 0 1 22 8q0 5.5-10 12.5" />
    </SvgIcon>
  )
}

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
