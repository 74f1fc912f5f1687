import type { Category } from '../../../contract/categories.ts'
import { useGetRecommendedBooksQuery } from '../../api/booksApi.ts'
import { bestBooks, messages } from '../../messages.ts'
import { Section } from './Section.tsx'

interface PreferenceSectionProps {
  preference: Category
  /** That of the section below. */
  next: Category | undefined
}

/** 'Best {preference} Books': its own request, failure and empty text; the others stay (decision 51). */
export function PreferenceSection({ preference, next }: PreferenceSectionProps) {
  const { data: books, isError, isFetching, refetch } = useGetRecommendedBooksQuery(preference)
  return (
    <Section
      title={bestBooks(preference)}
      name={preference}
      books={books}
      isLoading={isFetching && !books}
      failure={isError && !isFetching ? messages.booksFailed : undefined}
      onRetry={() => void refetch()}
      next={next}
    />
  )
}
