import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Mark } from '../../contract/marks.ts'
import type { HeartOrMark } from '../store/favoritesSlice.ts'
import { CheckIcon } from './icons.tsx'
import { BookmarkIcon, RefuseIcon } from './readerIcons.tsx'
import { markMessages } from './markMessages.ts'

const ICONS = { wantToRead: BookmarkIcon, read: CheckIcon, notForMe: RefuseIcon }

interface MarkMenuProps {
  /** The button that opened it; the focus returns to it. */
  anchor: HTMLElement
  label: string
  /** What the book is; of a mark that is set the menu has the way back. */
  mark: HeartOrMark
  offers: readonly Mark[]
  onChoose: (mark: HeartOrMark) => void
  onClose: () => void
}

/** The marks of a book, as an open menu. Loaded when it is opened. */
export function MarkMenu({ anchor, label, mark, offers, onChoose, onClose }: MarkMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      // It lies outside of the page's landmarks.
      slotProps={{
        root: { role: 'region', 'aria-label': label },
        list: { 'aria-label': label, sx: { '& li': { whiteSpace: 'normal' } } },
      }}
    >
      {offers.map((offer) => {
        const Icon = ICONS[offer]
        const isSet = offer === mark
        return (
          <MenuItem key={offer} onClick={() => onChoose(isSet ? null : offer)}>
            <ListItemIcon>
              <Icon />
            </ListItemIcon>
            <ListItemText>{isSet ? markMessages.back[offer] : markMessages[offer]}</ListItemText>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
