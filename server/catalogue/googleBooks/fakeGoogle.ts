import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** One request as the fake Google saw it. */
interface SeenRequest {
  /** Path and query. */
  url: URL
  headers: IncomingHttpHeaders
}

/** What it answers: anything that node's response can do, or never to answer. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void

/** A server that plays the Google Books API on a free port of this machine. */
export interface FakeGoogle {
  baseUrl: string
  requests: SeenRequest[]
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** Answers JSON with a status. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** An error as the API words it. */
export function apiError(
  status: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): Behaviour {
  const error = { code: status, message, errors: [{ message, domain: 'global', reason }] }
  return json({ error }, status, headers)
}

/** What a day's spent quota answers. */
export const dayUsedUp: Behaviour = apiError(
  429,
  'rateLimitExceeded',
  "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service " +
    "'books.googleapis.com' for consumer 'project_number:1'.",
)

/** A volume as a list holds it. */
export function volume(id: string, title: string, more: Record<string, unknown> = {}): object {
  return {
    kind: 'books#volume',
    id,
    volumeInfo: {
      title,
      authors: ['Ann Author'],
      description: `About ${title}.`,
      publishedDate: '2001-02-03',
      categories: ['Fiction'],
      maturityRating: 'NOT_MATURE',
      language: 'en',
      imageLinks: {
        smallThumbnail: `http://books.google.com/books/content?id=${id}&printsec=frontcover&img=1&zoom=5&edge=curl&source=gbs_api`,
        thumbnail: `http://books.google.com/books/content?id=${id}&printsec=frontcover&img=1&zoom=1&edge=curl&source=gbs_api`,
      },
      ...more,
    },
    saleInfo: { country: 'NL', saleability: 'NOT_FOR_SALE', isEbook: false },
    accessInfo: { viewability: 'PARTIAL', pdf: { isAvailable: false } },
  }
}

/** An answer that lists volumes. */
export function listOf(...items: readonly object[]): Behaviour {
  return json({ kind: 'books#volumes', totalItems: items.length, items })
}

/** Starts one; until told otherwise it finds nothing. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const requests: SeenRequest[] = []
  let behaviour: Behaviour = json({ kind: 'books#volumes', totalItems: 0 })
  const server = createServer((request, response) => {
    const seen = { url: new URL(request.url ?? '/', 'http://fake'), headers: request.headers }
    requests.push(seen)
    behaviour(response, seen)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}/books/v1`,
    requests,
    behave(next) {
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
