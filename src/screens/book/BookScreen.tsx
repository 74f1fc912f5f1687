import { Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { useGetBookQuery } from '../../api/booksApi.ts'
import { errorStatus } from '../../api/errorMessage.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { BookCover } from '../../components/BookCover.tsx'
import { failed } from '../../components/EmptyShelf.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { outside } from '../../components/drawings.ts'
import { Icon } from '../../components/Icon.tsx'
import { FailureText, StatusText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { coverSource } from '../../lib/drawn.ts'
import { isPlain } from '../../lib/text.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { BookSkeleton, DescriptionSkeleton } from './BookSkeleton.tsx'
import { httpLink, spokenDate } from './facts.ts'
import { Description } from './lazyDescription.ts'
import { takeUpBook } from './takeUpBook.ts'
import styles from './BookScreen.module.css'

/** Characters from which on a title is set smaller; twice as many, and it is set smaller still. */
const LONG_TITLE = 80

/** /book/{id} (section 2, Book detail). Open to visitors. */
export function BookScreen() {
  const { id = '' } = useParams()
  const { currentData: book, error, isError, isFetching, refetch } = useGetBookQuery(id)
  usePageTitle(book?.volumeInfo.title ?? 'Book')
  // Asked for once more, a book that is not in the catalogue would not come either: a way on instead.
  const isMissing = isError && errorStatus(error) === 404
  return (
    <>
      <BackButton />
      {!book && !isMissing && <h1 className="visually-hidden">Book</h1>}
      {isFetching && !book && (
        <>
          <div className={styles['loading']}>
            <StatusText>{messages.loading}</StatusText>
          </div>
          <BookSkeleton />
        </>
      )}
      {isError && !isMissing && (
        <div className={failed}>
          <FailureText onRetry={() => void refetch()}>{messages.bookFailed}</FailureText>
        </div>
      )}
      {isMissing && (
        <div className={`${styles['missing']} ${failed}`}>
          <h1>Book not found</h1>
          <FailureText>{messages.bookFailed}</FailureText>
          <Link className="button" to={paths.home}>
            Go back to Home
          </Link>
        </div>
      )}
      {book && !isMissing && <Detail key={book.id} book={book} />}
    </>
  )
}

BookScreen.takeUp = takeUpBook

function Detail({ book }: { book: Book }) {
  const { title, authors, categories, description, imageLinks, publishedDate } = book.volumeInfo
  return (
    <article className={styles['book']}>
      <div className={styles['side']}>
        <div className={styles['cover']}>
          <BookCover thumbnail={imageLinks?.thumbnail} eager />
        </div>
        {/* Below what it shines behind, and as high: first, it would grow when the rest of the page has come. */}
        {imageLinks && (
          <img
            className={styles['glow']}
            src={coverSource(imageLinks.thumbnail)}
            alt=""
            aria-hidden="true"
          />
        )}
      </div>
      <div className={styles['words']}>
        <h1
          className={styles['title']}
          data-long={Math.min(2, Math.floor(title.length / LONG_TITLE))}
          dir="auto"
        >
          {title || messages.untitled}
        </h1>
        <dl className={styles['facts']}>
          <Fact label="Category">{categories[0] ?? messages.categoryFallback}</Fact>
          <Fact label="Author">{authors.join(', ') || messages.authorFallback}</Fact>
          <Fact label="Published Year">
            {publishedDate === undefined ? messages.publishedFallback : spokenDate(publishedDate)}
          </Fact>
        </dl>
        <div className={styles['actions']}>
          <FavoriteButton book={book} screen="detail" labelled />
          <Links book={book} />
        </div>
        <Suspense fallback={<DescriptionSkeleton />}>
          <section
            className={styles['description']}
            dir="auto"
            aria-label="Description"
            // A scrolling region must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            <Words html={description ?? ''} />
          </section>
        </Suspense>
      </div>
    </article>
  )
}

function Words({ html }: { html: string }) {
  const none = <p>{messages.noDetailedDescription}</p>
  if (!isPlain(html)) return <Description html={html} otherwise={none} />
  return html.trim() === '' ? none : <p>{html}</p>
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className={styles['fact']}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** The three links out, each under its condition, http(s) only (decision 42). */
function Links({ book: { accessInfo, saleInfo } }: { book: Book }) {
  const links = [
    {
      text: 'Read Now',
      href: httpLink(accessInfo.webReaderLink),
    },
    {
      text: 'View PDF',
      href: accessInfo.pdf.isAvailable ? httpLink(accessInfo.pdf.acsTokenLink) : undefined,
    },
    { text: 'Buy Link', href: httpLink(saleInfo.buyLink) },
  ]
  return links.map(
    ({ text, href }) =>
      href && (
        <a
          key={text}
          className="button quiet"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
        >
          {text}
          <Icon name={outside} size={18} />
        </a>
      ),
  )
}
