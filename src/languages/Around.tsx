import type { ReactNode } from 'react'

/** Stands for an element while a text is filled: no text has it. */
const MARK = '\uE000'

/**
 * A text with an element in one of its places.
 * @param text fills the text, given what stands for the element
 */
export function Around({
  text,
  children,
}: {
  text: (mark: string) => string
  children: ReactNode
}) {
  const [before = '', after = ''] = text(MARK).split(MARK)
  return (
    <>
      {before && <span>{before}</span>}
      {children}
      {after && <span>{after}</span>}
    </>
  )
}
