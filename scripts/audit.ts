/** `npm run audit`: the lockfile's form, and known weaknesses of what runs in production. Says what failed. */
import { spawnSync } from 'node:child_process'

const failures: string[] = []

/** Runs a command of npm's and prints what it says. */
function run(command: string, args: string[]): { isGood: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  return { isGood: status === 0, output: stdout }
}

const lockfile = ['--path', 'package-lock.json', '--type', 'npm']
if (!run('lockfile-lint', [...lockfile, '--validate-https', '--validate-integrity']).isGood) {
  failures.push('lockfile-lint found a package in package-lock.json that it does not trust.')
}
const { isGood, output } = run('npm', ['audit', '--omit=dev'])
if (!isGood) {
  failures.push(
    /vulnerabilit/.test(output)
      ? 'npm audit knows weaknesses of packages that run in production.'
      : 'npm audit got no usable response from the registry: weaknesses were not looked up.',
  )
}
for (const failure of failures) console.error(`Failed: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0
