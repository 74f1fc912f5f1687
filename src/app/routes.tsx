import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { lazyPart, type LazyPart } from '../lib/lazyPart.ts'
import { paths, plainPath } from '../paths.ts'
import { LandingScreen } from '../screens/landing/LandingScreen.tsx'
import { selectUserId } from '../state/authSlice.ts'
import type { AppStore } from '../state/store.ts'
import { AppLayout } from './AppLayout.tsx'
import { ProfileMenu } from './Navbar.tsx'
import { RequireAuth } from './RequireAuth.tsx'

const LoginScreen = lazy(async () => ({
  default: (await import('../screens/login/LoginScreen.tsx')).LoginScreen,
}))
const NotFoundScreen = lazy(async () => ({
  default: (await import('../screens/notFound/NotFoundScreen.tsx')).NotFoundScreen,
}))
const CategoriesScreen = lazyPart(
  async () => (await import('../screens/categories/CategoriesScreen.tsx')).CategoriesScreen,
)
const RecommendationsScreen = lazyPart(
  async () =>
    (await import('../screens/recommendations/RecommendationsScreen.tsx')).RecommendationsScreen,
)
const FavoritesScreen = lazyPart(
  async () => (await import('../screens/favorites/FavoritesScreen.tsx')).FavoritesScreen,
)
const BookScreen = lazyPart(async () => (await import('../screens/book/BookScreen.tsx')).BookScreen)

/** A screen that may take up what the server drew of it. */
interface DrawnScreen {
  takeUp?: (store: AppStore) => Promise<void>
}

/** The screens of pages that are drawn anew over what stands, by the first name of their address. */
const DRAWN: Readonly<Record<string, LazyPart<object, DrawnScreen>>> = {
  categories: CategoriesScreen,
  recommendations: RecommendationsScreen,
  favorites: FavoritesScreen,
  book: BookScreen,
}

/**
 * Gets what the page at this address is drawn with that is no part of the first script: its screen, what the
 * server drew of it, and for a reader the bar's menu.
 */
export async function prepareScreen(store: AppStore, pathname: string): Promise<void> {
  const [, name = ''] = plainPath(pathname).split('/')
  await Promise.all([
    DRAWN[name]?.load().then((screen) => screen.takeUp?.(store)),
    selectUserId(store.getState()) !== null && ProfileMenu.load(),
  ])
}

/** The table of section 2, in its order. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
        <Route path={paths.home} element={<LandingScreen />} />
        <Route path={paths.login} element={<LoginScreen key="login" mode="login" />} />
        <Route path={paths.register} element={<LoginScreen key="login" mode="register" />} />
        <Route element={<RequireAuth />}>
          <Route path={paths.categories} element={<CategoriesScreen />} />
          <Route path={paths.recommendations} element={<RecommendationsScreen />} />
          <Route path={paths.favorites} element={<FavoritesScreen />} />
          <Route path={paths.profile} element={<LandingScreen />} />
        </Route>
        <Route path="/book/:id" element={<BookScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  )
}
