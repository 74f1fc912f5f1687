import { EmptyState } from '../../components/EmptyState.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { paths } from '../../paths.ts'

/** Any other path (docs/product.md 2.1). */
export function NotFoundScreen() {
  usePageTitle('Not found')
  return (
    <EmptyState
      picture="blank-map"
      title="You have found the last world"
      text="Beyond this page the map is blank."
      to={paths.home}
    >
      Go back to Home
    </EmptyState>
  )
}
