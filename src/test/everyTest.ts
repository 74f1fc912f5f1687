type Hook = () => void | Promise<void>

const before: Hook[] = []
const after: Hook[] = []

/** Runs this before every test from now on. A worker loads a helper once for all of its files, so its hooks are here. */
export const beforeEveryTest = (hook: Hook): void => void before.push(hook)

/** Runs this after every test from now on, the latest first. */
export const afterEveryTest = (hook: Hook): void => void after.unshift(hook)

/** For setup.ts, which every file runs anew. */
export async function runHooks(when: 'before' | 'after'): Promise<void> {
  for (const hook of when === 'before' ? before : after) await hook()
}
