const KILLER = `
  import fs from 'node:fs'
  import promises from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  import { StatementSync } from 'node:sqlite'
  const { KILL_AFTER, KILL_BEFORE } = process.env
  let made = 0
  const count = (owner, names) => {
    for (const name of names) {
      const change = owner[name]
      owner[name] = function (...words) {
        const isNamed = KILL_BEFORE !== undefined && words[1] === KILL_BEFORE
        if (isNamed || made === Number(KILL_AFTER)) process.kill(process.pid, 'SIGKILL')
        made += 1
        return change.apply(this, words)
      }
    }
  }
  count(fs, ['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync'])
  count(promises, ['copyFile', 'open', 'rename', 'rm', 'writeFile'])
  if (process.env.KILL_IN === 'rows') count(StatementSync.prototype, ['run'])
  syncBuiltinESMExports()
  process.once('exit', () => console.log('changes: ' + made))`

/**
 * Settings with which a process kills itself at a change of files, or of rows, too: after so many others, or before that of a
 * file to this name. One that comes to its end says how many it has made: `changes: 9`.
 */
export const killAt = (kill: number | string, within: 'files' | 'rows' = 'files') => ({
  KILL_IN: within,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(KILLER)}`,
  [typeof kill === 'number' ? 'KILL_AFTER' : 'KILL_BEFORE']: String(kill),
})
