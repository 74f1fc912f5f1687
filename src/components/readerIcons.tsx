// The icons of readers' screens: a first visit does not load them.
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { lineIcon } from './icons.tsx'

const turned = { '[dir=rtl] &': { transform: 'scaleX(-1)' } }

/** One that leads onward or back, and turns around where one reads from right to left. */
function leadingIcon(path: string, name: string) {
  const Icon = lineIcon(path, name)
  return (props: SvgIconProps) => <Icon sx={turned} {...props} />
}

export const ArrowDownIcon = lineIcon('M5 8.5l7 7 7-7', 'ArrowDown')
export const ArrowLeftIcon = leadingIcon('M20 12H4M11 5l-7 7 7 7', 'ArrowLeft')
export const OutsideIcon = leadingIcon('M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9', 'Outside')
export const CameraIcon = lineIcon(
  'M4 7.5h3.5l2-3h5l2 3H20v12H4zM12 10a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5',
  'Camera',
)
export const LeaveIcon = leadingIcon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4', 'Leave')
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

/** The heart, filled. */
export function HeartIcon(props: SvgIconProps) {
  return (
    <SvgIcon {...props}>
      <path d="M12 20.5Q2 13.5 2 8a5.5 5.5 0 0 1 10-3.2A5.5 5.5 0 0 1 22 8q0 5.5-10 12.5" />
    </SvgIcon>
  )
}
