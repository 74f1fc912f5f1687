import { flushSync } from 'react-dom'
import type { ErrorCode } from '../../contract/common.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { isRecord } from '../lib/record.ts'
import { scrollToTop } from '../lib/scroll.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { paths, plainPath, protectedPageName } from '../paths.ts'
import { returned, selectTurnedAwayFrom } from '../state/authSlice.ts'
import { resumeLogOut } from '../state/endSession.ts'
import type { AppDispatch, RootState } from '../state/store.ts'

/** What the sign-in form sends and what follows: a part that comes with the calls, before the first is made. */

/** The form as it stands; name and confirmation are for registration alone. */
export interface FormFields {
  name: string
  email: string
  password: string
  confirmPassword: string
}

/** Why the form was refused, as one sentence, and the field it is about, where the server names one. */
export interface Refusal {
  reason: string
  field?: unknown
}

type Navigate = (to: string) => void | Promise<void>

/** The fields that the server's codes are about, where it does not name them. */
const REFUSED: Readonly<Record<string, keyof FormFields>> = {
  email_taken: 'email',
  password_rejected: 'password',
} satisfies Partial<Record<ErrorCode, keyof FormFields>>

/** The name of the field that the server refuses, where its answer is about one (decision 25). */
function refusedBy(error: unknown): unknown {
  const data = isRecord(error) && error['data']
  if (!isRecord(data)) return undefined
  const { errors, code } = data
  const named: unknown = Array.isArray(errors) ? errors[0] : undefined
  return isRecord(named) ? named['field'] : REFUSED[String(code)]
}

function logIn({ email, password }: FormFields, navigate: Navigate) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const turnedAwayFrom = selectTurnedAwayFrom(getState())
    const body = { email: email.trim(), password }
    // Not tracked: a password does not stay in the store.
    const { name } = await dispatch(
      booksApi.endpoints.login.initiate(body, { track: false }),
    ).unwrap()
    const page = turnedAwayFrom === null ? undefined : protectedPageName(turnedAwayFrom)
    const elsewhere =
      page !== undefined && plainPath(turnedAwayFrom ?? '') !== paths.recommendations
    dispatch(returned())
    // The new page stands before it is scrolled, whatever React has drawn of the sign-in so far.
    flushSync(() => void navigate(paths.recommendations))
    scrollToTop()
    toast({
      message: messages.welcomeBack(name),
      kind: 'success',
      ...(elsewhere
        ? {
            action: {
              label: messages.continueTo(page),
              onClick: () => void navigate(turnedAwayFrom ?? paths.home),
            },
          }
        : {}),
    })
  }
}

function register({ name, email, password, confirmPassword }: FormFields, navigate: Navigate) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const body = { name: name.trim(), email: email.trim(), password, confirmPassword }
    const { message } = await dispatch(
      booksApi.endpoints.register.initiate(body, { track: false }),
    ).unwrap()
    dispatch(returned())
    await navigate(paths.categories)
    toast({ message: message || messages.registered, kind: 'success' })
  }
}

/**
 * Signs in by the form and leads on: a login to the recommendations, a registration to the interests
 * (section 4, Login success and Register success; decision 9).
 * @returns why it was refused; `undefined` where it was not
 */
export function sendForm(mode: 'login' | 'register', fields: FormFields, navigate: Navigate) {
  return async (dispatch: AppDispatch): Promise<Refusal | undefined> => {
    try {
      // Of a session that ended without network the server hears now: the new one takes its cookie's place.
      await dispatch(resumeLogOut())
      await dispatch(mode === 'register' ? register(fields, navigate) : logIn(fields, navigate))
      return undefined
    } catch (error) {
      return { reason: errorMessage(error), field: refusedBy(error) }
    }
  }
}
