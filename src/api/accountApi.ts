import type { DeleteAccountBody, ExportFormat } from '../../contract/account.ts'
import { booksApi } from './booksApi.ts'
import { reading, tidyExport } from './tidy.ts'

const part = encodeURIComponent

/** The text of an answer; of a failed one what it says, where it is JSON. */
async function textOrProblem(response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.ok) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The calls of a reader's rights (decision page 0025), which come with the dialog that makes them. */
export const accountApi = booksApi.injectEndpoints({
  endpoints: (build) => ({
    /** The answer is a file's text, so it is a mutation: nothing of it is cached. */
    exportAccount: build.mutation<string, { userId: string; format: ExportFormat }>({
      query: ({ userId, format }) => ({
        url: `/api/user/${part(userId)}/export?format=${format}`,
        responseHandler: textOrProblem,
      }),
      extraOptions: { bearer: true },
      responseSchema: reading(tidyExport),
    }),
    /** @param mayBeDone whether an earlier try got no answer (`Call`) */
    deleteAccount: build.mutation<void, DeleteAccountBody & { userId: string; mayBeDone: boolean }>(
      {
        query: ({ userId, mayBeDone, ...body }) => ({
          url: `/api/user/${part(userId)}`,
          method: 'DELETE',
          body,
          mayBeDone,
          responseHandler: textOrProblem,
        }),
        extraOptions: { bearer: true },
        transformResponse: () => undefined,
      },
    ),
  }),
})

export const { useDeleteAccountMutation } = accountApi
