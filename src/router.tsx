import { Route, Routes } from 'react-router-dom'
import { AppLayout } from './layout/AppLayout.tsx'
import { RequireAuth } from './layout/RequireAuth.tsx'
import { SocialArrival } from './layout/SocialArrival.tsx'
import { lazyWithReload } from './lib/lazyWithReload.ts'
import { paths } from './paths.ts'
import { LandingScreen } from './screens/landing/LandingScreen.tsx'
import { LoginScreen } from './screens/login/LoginScreen.tsx'
import { NotFoundScreen } from './screens/notFound/NotFoundScreen.tsx'

const CategoriesScreen = lazyWithReload(
  async () => (await import('./screens/categories/CategoriesScreen.tsx')).CategoriesScreen,
)
const RecommendationsScreen = lazyWithReload(
  async () =>
    (await import('./screens/recommendations/RecommendationsScreen.tsx')).RecommendationsScreen,
)
const FavoritesScreen = lazyWithReload(
  async () => (await import('./screens/favorites/FavoritesScreen.tsx')).FavoritesScreen,
)
const WantToReadScreen = lazyWithReload(
  async () => (await import('./screens/want-to-read/WantToReadScreen.tsx')).WantToReadScreen,
)
const ImportScreen = lazyWithReload(
  async () => (await import('./screens/import/ImportScreen.tsx')).ImportScreen,
)
const BookScreen = lazyWithReload(
  async () => (await import('./screens/book/BookScreen.tsx')).BookScreen,
)

/** The table of docs/product.md 2.1. Prerendered screens are not lazy: hydration needs them at once. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SocialArrival />}>
        <Route element={<AppLayout />}>
          <Route path={paths.home} element={<LandingScreen />} />
          <Route path={paths.login} element={<LoginScreen key="login" mode="login" />} />
          <Route path={paths.register} element={<LoginScreen key="login" mode="register" />} />
          <Route element={<RequireAuth />}>
            <Route path={paths.categories} element={<CategoriesScreen />} />
            <Route path={paths.recommendations} element={<RecommendationsScreen />} />
            <Route path={paths.favorites} element={<FavoritesScreen />} />
            <Route path={paths.wantToRead} element={<WantToReadScreen />} />
            <Route path={paths.import} element={<ImportScreen />} />
            <Route path={paths.profile} element={<LandingScreen />} />
          </Route>
          <Route path="/book/:id" element={<BookScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Route>
    </Routes>
  )
}
