import { Icon } from './Icon.tsx'

/** A step or an expectation, and whether it is done or seen; `state` says so to those who do not see the mark. */
export function Line({ words, isDone, state }: { words: string; isDone: boolean; state: string }) {
  return (
    <>
      <Icon name={isDone ? 'done' : 'open'} />
      <span>
        <span className="unseen">{state}: </span>
        {words.charAt(0).toUpperCase() + words.slice(1)}
      </span>
    </>
  )
}
