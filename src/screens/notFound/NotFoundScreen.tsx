import { EmptyState } from '../../components/EmptyState.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'

/** Any other path (docs/product.md 2.1). */
export function NotFoundScreen() {
  usePageTitle(messages.pages.notFound)
  return (
    <EmptyState
      picture="blank-map"
      title={messages.notFound.title}
      text={messages.notFound.text}
      to={paths.home}
    >
      {messages.home}
    </EmptyState>
  )
}
