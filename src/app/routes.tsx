import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { paths } from '../paths.ts'
import { LandingScreen } from '../screens/landing/LandingScreen.tsx'
import { AppLayout } from './AppLayout.tsx'
import { RequireAuth } from './RequireAuth.tsx'

const LoginScreen = lazy(async () => ({
  default: (await import('../screens/login/LoginScreen.tsx')).LoginScreen,
}))
const NotFoundScreen = lazy(async () => ({
  default: (await import('../screens/notFound/NotFoundScreen.tsx')).NotFoundScreen,
}))
const CategoriesScreen = lazy(async () => ({
  default: (await import('../screens/categories/CategoriesScreen.tsx')).CategoriesScreen,
}))
const RecommendationsScreen = lazy(async () => ({
  default: (await import('../screens/recommendations/RecommendationsScreen.tsx'))
    .RecommendationsScreen,
}))
const FavoritesScreen = lazy(async () => ({
  default: (await import('../screens/favorites/FavoritesScreen.tsx')).FavoritesScreen,
}))
const BookScreen = lazy(async () => ({
  default: (await import('../screens/book/BookScreen.tsx')).BookScreen,
}))

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
