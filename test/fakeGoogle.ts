import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from './findPort.ts'

/** One request that the fake received. */
interface ReceivedRequest {
  url: URL
  headers: IncomingHttpHeaders
}

/** How it responds: anything that Node's response can do, or never. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

/** A fake of the Google Books API on a free port. */
export interface FakeGoogle {
  baseUrl: string
  requests: ReceivedRequest[]
  /** Sets how it responds from now on. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** Responds with JSON and a status. */
export function json(body: unknown, status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(JSON.stringify(body))
  }
}

/** An error as the API words it. */
export function apiError(status: number, reason: string, message = reason): Behaviour {
  const error = { code: status, message, errors: [{ message, domain: 'global', reason }] }
  return json({ error }, status)
}

/** A volume as the API sends it. */
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

/** A list of volumes. */
export function listOf(...items: readonly object[]): Behaviour {
  return json({ kind: 'books#volumes', totalItems: items.length, items })
}

/** Starts a fake, which finds nothing until `behave` is called. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const requests: ReceivedRequest[] = []
  let behaviour: Behaviour = json({ kind: 'books#volumes', totalItems: 0 })
  const server = createServer((request, response) => {
    const received = { url: new URL(request.url ?? '/', 'http://fake'), headers: request.headers }
    requests.push(received)
    behaviour(response, received)
  })
  return {
    baseUrl: `http://127.0.0.1:${await listen(server)}/books/v1`,
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
