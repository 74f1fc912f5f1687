import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { operation } from '../contract/operation.ts'
import { readQuery } from './requests.ts'

const search = operation('GET', '/api/search', 'public', {
  operationId: 'search',
  tags: [],
  summary: 'A search',
  querystring: Type.Object({ query: Type.String(), most: Type.Optional(Type.Integer()) }),
  response: {},
})

test('reads the whole numbers of a query as the contract says, and nothing else as one', () => {
  const request = new Request('http://localhost/api/search?query=1984&most=2')
  expect(readQuery(request, search)).toStrictEqual({ query: '1984', most: 2 })
})
