import { hash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
