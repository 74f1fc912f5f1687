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
import { useIsHydrated } from '../lib/useIsHydrated.ts'
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
  gap: 6,
  minHeight: 44,
  color: 'inherit',
  textDecoration: 'none',
  [theme.breakpoints.down('from664')]: {
    // The search has what the name leaves.
    flex: '99 1 0',
    minWidth: 32,
    maxWidth: 'calc(38px + 5.1rem)',
    fontSize: '0.9375rem',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    // Where there is too little room, also for large text, the sign alone is seen.
    containerType: 'inline-size',
    '@container (max-width: calc(37px + 5.1rem))': { '& span': visuallyHidden },
  },
  [theme.breakpoints.down('above440')]: { '&[data-reader=true]': { maxWidth: 32 } },
  [theme.breakpoints.down('above325')]: { maxWidth: 32 },
  [theme.breakpoints.up('from664')]: { fontSize: '1.25rem' },
}))

/** One row; below 664 px of 56 px with its line, the rest in the menu. */
const Row = styled(Toolbar)(({ theme }) => ({
  flexWrap: 'wrap',
  gap: '4px clamp(8px, 1.4vw, 24px)',
  padding: `10px ${GUTTER}`,
  '& > [data-folds]': { order: 1 },
  [theme.breakpoints.down('from664')]: {
    gap: 2,
    padding: `5.5px ${GUTTER}`,
    '& > [data-folds]': { order: 3 },
    '& > p[data-folds]': { flexBasis: '100%', paddingTop: 4 },
    '&[data-open=false] > [data-folds]': { display: 'none' },
  },
}))

/** Links: beside the rest; at 1280 px and below in a row of their own; below 664 in the menu, two in a row. */
const Links = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexFlow: 'row wrap',
  flexBasis: '100%',
  '&&&': { order: 4 },
  '& a': { display: 'flex', alignItems: 'center', flex: '1 0 45%', minHeight: 44 },
  '& a[aria-current=page]': {
    color: theme.vars.palette.primary.main,
    textDecoration: 'underline 2px',
    textUnderlineOffset: '0.5em',
  },
  [theme.breakpoints.up('from664')]: {
    justifyContent: 'center',
    gap: 8,
    '& a': { flex: 'none', padding: '0 0.6rem' },
  },
  [theme.breakpoints.up('above1280')]: {
    flexBasis: 'auto',
    marginLeft: 'auto',
    '&&&': { order: 0 },
  },
}))

/** The bar at the top of every page but /login and /register (docs/product.md 2.2). */
export function Navbar() {
  const userId = useAppSelector(selectUserId)
  const { pathname } = useLocation()
  const linksId = useId()
  const [openOn, setOpenOn] = useState<string>()
  const isOpen = openOn === pathname
  const isScrolledDown = useScrollTrigger()
  // Where the links stand beside the rest, Tab reaches them in that order; MUI's hook would not fit the first script.
  const isWide = useIsHydrated() && window.matchMedia('(min-width: 1281px)').matches
  // Closed on the next page, also after the way back to this one.
  if (openOn !== undefined && !isOpen) setOpenOn(undefined)
  const links = (
    <Links key="links" id={linksId} aria-label={navbar.links} data-folds>
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
  )
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
      <Row
        disableGutters
        variant="dense"
        data-open={isOpen}
        sx={{ width: '100%', maxWidth: CONTENT_WIDTH, mx: 'auto' }}
      >
        <Brand to={paths.home} data-reader={userId !== null}>
          <BrandMark sx={{ fontSize: 32 }} />
          <span>{PRODUCT_NAME}</span>
        </Brand>
        <Box
          key={pathname}
          role="search"
          sx={{
            // On phones what opens below it is as wide as the row.
            position: { from664: 'relative' },
            flex: { xs: '1 1 min(9rem, 46%)', from664: '1 1 6.25rem' },
            maxWidth: { above1280: 420 },
          }}
        >
          {userId === null ? <VisitorSearch /> : <ReaderSearch />}
        </Box>
        {isWide && links}
        {userId !== null && <ReaderArea key={userId} userId={userId} />}
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
        {userId === null && <VisitorArea />}
        {!isWide && links}
      </Row>
    </AppBar>
  )
}

const welcomeLook = { width: { from664: '6.5em', from768: 'auto' } }
const loginLook = { '& a': { fontSize: '0.8125rem', whiteSpace: 'nowrap' } }

function VisitorArea() {
  // The page that the guard led away from goes along.
  const { state } = useLocation()
  return (
    <>
      <Typography variant="body2" color="textSecondary" data-folds sx={welcomeLook}>
        {navbar.welcome}
      </Typography>
      <Box data-folds sx={loginLook}>
        <Button component={Link} to={paths.login} state={state} variant="outlined" color="inherit">
          {navbar.login}
        </Button>
      </Box>
      <Box data-folds>
        <IconButton component={Link} to={paths.profile} color="inherit" aria-label={pages.profile}>
          <PersonIcon />
        </IconButton>
      </Box>
    </>
  )
}

function ReaderArea({ userId }: { userId: string }) {
  const name = useAppSelector(selectUserName)
  return (
    <>
      <Typography
        variant="body2"
        color="textSecondary"
        noWrap
        data-folds
        sx={{ maxWidth: { from664: 'var(--hello, 20ch)' } }}
      >
        {name ? navbar.hello({ name }) : navbar.helloNobody}
      </Typography>
      <Box sx={{ order: 1, width: 44, height: 44 }}>
        <ProfileMenu userId={userId} name={name} />
      </Box>
    </>
  )
}
