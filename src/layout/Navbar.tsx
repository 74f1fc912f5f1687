import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { BrandMark, CloseIcon, MenuIcon, PersonIcon } from '../components/icons.tsx'
import { PRODUCT_NAME } from '../constants.ts'
import { lazyPart } from '../lib/lazyPart.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectUserId, selectUserName } from '../store/authSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import { BAR_AWAY, CONTENT_WIDTH, GUTTER, LOW_WINDOW, visuallyHidden } from '../theme.ts'
import { SearchField } from './SearchField.tsx'
import { VisitorSearch } from './VisitorSearch.tsx'

const { navbar, pages } = messages
const ReaderSearch = lazyPart(
  async () => (await import('./ReaderSearch.tsx')).ReaderSearch,
  <SearchField disabled />,
)
const ProfileMenu = lazyPart(async () => (await import('./ProfileMenu.tsx')).ProfileMenu)

const LINKS = ['home', 'categories', 'favorites', 'recommendations'] as const

const Brand = styled(Link)(({ theme }) => ({
  ...theme.typography.subtitle1,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  marginRight: 'auto',
  color: 'inherit',
  textDecoration: 'none',
  // On a phone the name takes the room there is: in a wider face than Fraunces it would wrap the row.
  [theme.breakpoints.down('from526')]: {
    flex: '1 1 0',
    minWidth: 32,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    // Where there is too little, also for large text, the sign alone is seen.
    containerType: 'inline-size',
    '@container (max-width: calc(40px + 5.4rem))': { '& span': visuallyHidden },
  },
  [theme.breakpoints.up('from664')]: { fontSize: '1.25rem', marginRight: 0 },
}))

/** Links: beside the rest; at 1280 px and below in a row of their own; below 664 folded, two in a row. */
const Links = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexFlow: 'row wrap',
  flexBasis: '100%',
  order: 4,
  '&[data-open=false]': { display: 'none' },
  '& a': { display: 'flex', alignItems: 'center', flex: '1 0 45%', minHeight: 44 },
  '& a[aria-current=page]': {
    color: theme.vars.palette.primary.main,
    textDecoration: 'underline 2px',
    textUnderlineOffset: '0.5em',
  },
  [theme.breakpoints.up('from664')]: {
    justifyContent: 'center',
    gap: 8,
    '&[data-open=false]': { display: 'flex' },
    '& a': { flex: 'none', padding: '0 0.6rem' },
  },
  [theme.breakpoints.up('above1280')]: { flexBasis: 'auto', order: 0, marginLeft: 'auto' },
}))

// On a phone a row of its own, a visitor's greeting in two lines at its beginning.
const searchRowLook = {
  display: { xs: 'flex', from526: 'contents' },
  order: 3,
  flexBasis: '100%',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
}
const welcomeLook = { order: { from526: 1 }, width: { xs: '6.5em', from768: 'auto' } }

/** The bar at the top of every page but /login and /register (docs/product.md 2.2). */
export function Navbar() {
  const userId = useAppSelector(selectUserId)
  const { pathname } = useLocation()
  const linksId = useId()
  const [openOn, setOpenOn] = useState<string>()
  const isOpen = openOn === pathname
  const isScrolledDown = useScrollTrigger()
  // Closed on the next page, also after the way back to this one.
  if (openOn !== undefined && !isOpen) setOpenOn(undefined)
  return (
    <AppBar
      position="sticky"
      data-away={isScrolledDown || undefined}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpenOn(undefined)
      }}
      sx={{
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
        displayPrint: 'none',
        transition: 'translate 160ms ease-out',
        [LOW_WINDOW]: { [BAR_AWAY]: { translate: '0 -100%' } },
      }}
    >
      <Toolbar
        disableGutters
        sx={{
          flexWrap: 'wrap',
          gap: { xs: '6px 2px', from664: '4px clamp(8px, 1.4vw, 24px)' },
          width: '100%',
          maxWidth: CONTENT_WIDTH,
          mx: 'auto',
          paddingInline: GUTTER,
          py: { xs: '6px', from526: '10px' },
        }}
      >
        <Brand to={paths.home}>
          <BrandMark sx={{ fontSize: 32 }} />
          <span>{PRODUCT_NAME}</span>
        </Brand>
        <Box sx={searchRowLook}>
          {userId === null && (
            <Typography variant="body2" color="textSecondary" sx={welcomeLook}>
              {navbar.welcome}
            </Typography>
          )}
          <Box
            key={pathname}
            role="search"
            sx={{
              position: 'relative',
              flex: { xs: '1 1 10rem', from526: '1 1 6.25rem' },
              maxWidth: { above1280: 420 },
            }}
          >
            {userId === null ? <VisitorSearch /> : <ReaderSearch />}
          </Box>
        </Box>
        {userId === null ? <VisitorArea /> : <ReaderArea key={userId} userId={userId} />}
        {/* Looks of its own would have each button write all of MUI's again into the page. */}
        <Box sx={{ order: 1, display: { from664: 'none' } }}>
          <IconButton
            color="inherit"
            aria-label={isOpen ? navbar.close : navbar.open}
            aria-expanded={isOpen}
            aria-controls={linksId}
            onClick={() => setOpenOn(isOpen ? undefined : pathname)}
          >
            {isOpen ? <CloseIcon /> : <MenuIcon />}
          </IconButton>
        </Box>
        <Links id={linksId} aria-label={navbar.links} data-open={isOpen}>
          {LINKS.map((page) => (
            <MuiLink
              key={page}
              component={NavLink}
              to={paths[page]}
              end
              color="inherit"
              underline="hover"
            >
              {pages[page]}
            </MuiLink>
          ))}
        </Links>
      </Toolbar>
    </AppBar>
  )
}

const loginLook = {
  order: 1,
  '& a': { px: { xs: 1, from526: 1.5 }, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
}

function VisitorArea() {
  // The page that the guard led away from goes along.
  const { state } = useLocation()
  return (
    <>
      <Box sx={loginLook}>
        <Button component={Link} to={paths.login} state={state} variant="outlined" color="inherit">
          {navbar.login}
        </Button>
      </Box>
      <Box sx={{ order: 1 }}>
        <IconButton component={Link} to={paths.profile} color="inherit" aria-label={pages.profile}>
          <PersonIcon />
        </IconButton>
      </Box>
    </>
  )
}

const nameLook = {
  order: 1,
  px: { xs: 0.75, from664: 0 },
  maxWidth: { xs: '15ch', from664: '20ch' },
}

function ReaderArea({ userId }: { userId: string }) {
  const name = useAppSelector(selectUserName)
  return (
    <>
      <Typography variant="body2" color="textSecondary" noWrap sx={nameLook}>
        {navbar.hello(name)}
      </Typography>
      <Box sx={{ order: 1, width: 44, height: 44 }}>
        <ProfileMenu userId={userId} name={name} />
      </Box>
    </>
  )
}
