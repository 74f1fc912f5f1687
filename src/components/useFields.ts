import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../api/errorMessage.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import {
  FIELD_NAMES,
  FIELDS,
  findProblems,
  hasMatchingPasswords,
  problemField,
  readFields,
  type Fields,
  type FormKind,
  type Problems,
} from './authFields.ts'

/** The fields of a form: uncontrolled, read at submit, each problem in words beside its field (decision 21). */
export function useFields(kind: FormKind) {
  const [problems, setProblems] = useState<Problems>({})
  const [isMatching, setMatching] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // The fields may have been filled before hydration.
    if (form.current) setMatching(hasMatchingPasswords(readFields(form.current)))
  }, [])

  /** A problem goes as soon as it is solved; none comes while the reader is still typing. */
  function onInput({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const fields = readFields(currentTarget)
    setMatching(hasMatchingPasswords(fields))
    if (Object.keys(problems).length === 0) return
    const present = findProblems(kind, fields)
    const remaining = FIELD_NAMES.filter((name) => problems[name] && present[name])
    setProblems(Object.fromEntries(remaining.map((name) => [name, problems[name]])))
  }

  /** Shows problems beside their fields and moves the focus to the first. */
  function point(found: Problems): void {
    flushSync(() => setProblems(found))
    const first = FIELDS[kind].find(({ name }) => found[name])
    const field = first && form.current?.elements.namedItem(first.name)
    if (field instanceof HTMLInputElement) field.focus()
  }

  /** What was typed; `undefined` where something is wrong with it, which is then shown. */
  function check(): Fields | undefined {
    if (!form.current) return undefined
    const fields = readFields(form.current)
    const found = findProblems(kind, fields)
    if (found.confirmPassword === messages.passwordsDiffer) {
      toast({ message: messages.passwordsDiffer, kind: 'error' })
    }
    point(found)
    return Object.keys(found).length === 0 ? fields : undefined
  }

  /**
   * Shows why a request failed beside its field, or as `problems.form`.
   * @param isAloud with a toast, which says the same
   */
  function fail(error: unknown, isAloud = true): void {
    const message = errorMessage(error)
    if (isAloud) toast({ message: messages.authFailed(message), kind: 'error' })
    point({ [problemField(error, kind)]: message })
  }

  /** The email as it stands in the form, to begin another form with. */
  const typedEmail = (): string => (form.current ? readFields(form.current).email : '')

  /** Another form follows. */
  function clear(): void {
    setProblems({})
    setMatching(false)
  }

  // Sent before hydration, the browser posts the form: the password never gets into the address.
  const props = { ref: form, method: 'post', noValidate: true, onInput } as const
  return { kind, form: props, problems, isMatching, check, fail, typedEmail, clear }
}
