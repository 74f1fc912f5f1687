import { createAction } from '@reduxjs/toolkit'

/** The server no longer takes this token (decision 6). */
export const sessionRejected = createAction<{ token: string }>('session/rejected')
