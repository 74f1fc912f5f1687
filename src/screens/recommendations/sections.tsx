import type { Category } from '../../../contract/categories.ts'
import { booksApi } from '../../api/booksApi.ts'
import { interestMessages } from '../../interestMessages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { AUTHORS, FOR_YOU } from '../../store/shelvesSlice.ts'
import { Section } from './Section.tsx'
import type { Shelves } from './useShelves.ts'

interface SectionProps {
  shelves: Shelves
  /** The name of the section below. */
  next?: string
}

const NONE: readonly [] = []

/** A section that has its books requests nothing any more. */
function isFilled({ shelves }: Shelves, name: string): boolean {
  const shelf = shelves[name]
  return shelf !== undefined && !shelf.isFailed
}

/** 'Books by Your Favorite Authors', shown whenever it has a book. */
export function AuthorsSection({ userId, ...props }: SectionProps & { userId: string }) {
  const skip = isFilled(props.shelves, AUTHORS)
  const request = booksApi.useGetFavoriteAuthorsQuery(userId, { skip })
  return (
    <Section
      {...props}
      title={readerMessages.recommendations.authors}
      name={AUTHORS}
      books={request.currentData}
      request={request}
      failure={readerMessages.recommendations.authorsFailed}
      firstAuthorOnly
    />
  )
}

/** 'Picked for You', each book with its reason, for readers with favorites or books to read. */
export function ForYouSection({ userId, ...props }: SectionProps & { userId: string }) {
  const { hasPicks } = props.shelves
  const skip = !hasPicks || isFilled(props.shelves, FOR_YOU)
  const request = booksApi.useGetForYouQuery(userId, { skip })
  return (
    <Section
      {...props}
      title={readerMessages.recommendations.forYou}
      name={FOR_YOU}
      books={hasPicks ? request.currentData : NONE}
      request={request}
      failure={readerMessages.recommendations.failed}
    />
  )
}

/** 'Best {preference} Books': its own request, failure and empty text; the others stay. */
export function PreferenceSection({
  preference,
  ...props
}: SectionProps & { preference: Category }) {
  const skip = isFilled(props.shelves, preference)
  const request = booksApi.useGetRecommendedBooksQuery(preference, { skip })
  return (
    <Section
      {...props}
      title={interestMessages.best[preference]}
      name={preference}
      books={request.currentData}
      request={request}
      failure={readerMessages.recommendations.failed}
      emptyText={readerMessages.recommendations.empty}
    />
  )
}
