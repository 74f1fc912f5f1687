/**
 * Whether something has come true: a filled circle with a check, or an empty one. The words are for
 * those who do not see it.
 */
export function Mark({ on, words, otherwise }: { on: boolean; words: string; otherwise?: string }) {
  const said = on ? words : otherwise
  return (
    <span className={on ? 'mark good' : 'mark'}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        {on && <path d="M4.5 8.5 7 11l4.5-5.5" />}
      </svg>
      {said !== undefined && <span className="unseen">{said}: </span>}
    </span>
  )
}
