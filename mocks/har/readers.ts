import { READER } from '../reader.ts'

/** Who stands for a reader of a recording. */
export interface StandIn {
  id: string
  name: string
  email: string
  /** The bearer token that a recorded sign-in gives: 43 characters, no secret. */
  token: string
}

const TOKEN_LENGTH = 43

/** The bearer token of a stand-in. */
function standInToken(id: string): string {
  return `recorded-${id}-`.padEnd(TOKEN_LENGTH, '0')
}

/** The stand-in of a place: the reader of the scenarios for the first, made-up ones for others. */
export function standIn(place: number): StandIn {
  const { id, name, email } = READER
  if (place === 0) return { id, name, email, token: standInToken(id) }
  const number = place + 1
  return {
    id: `reader-${number}`,
    name: `Reader ${number}`,
    email: `reader${number}@example.org`,
    token: standInToken(`reader-${number}`),
  }
}

/** The id of the reader whose stand-in a token belongs to; `undefined` for every other token. */
export function readerOfToken(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined
  const id = /^recorded-(reader-\d+)-0+$/.exec(token)?.[1]
  return id !== undefined && standInToken(id) === token ? id : undefined
}
