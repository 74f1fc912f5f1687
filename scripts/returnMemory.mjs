// Plain JavaScript, for what must run on a Node too old for the rest.

/**
 * Has glibc give memory back as it is told here, in place of what it works out by itself: from which size on a
 * block is returned at once, and the like. It reads that at the start of a process alone: where Node can take its
 * own place it does, with the same id.
 *
 * @param {Record<string, string>} settings by their names in the environment
 */
export function returnMemory(settings) {
  const isTold = Object.entries(settings).every(([name, value]) => process.env[name] === value)
  if (process.platform !== 'linux' || isTold) return
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...process.env, ...settings })
}
