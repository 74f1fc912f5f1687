import type { FetchArgs } from '@reduxjs/toolkit/query/react'

/** Of a write's response nothing is used; it may be empty or not JSON. */
export const write = (url: string, method: string, body?: object): FetchArgs => ({
  url,
  method,
  body,
  responseHandler: 'text',
})

/** As `write`, of whose failures the server's words and code are used. */
export const tell = (url: string, method: string, body: object): FetchArgs => ({
  ...write(url, method, body),
  responseHandler: (response) => (response.ok ? response.text() : response.json()),
})
