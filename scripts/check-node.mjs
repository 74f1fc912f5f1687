import { existsSync } from 'node:fs'

// Plain JavaScript on purpose: this must run, and speak, on a Node too old for anything else here.
const [major, minor] = process.versions.node.split('.').map(Number)
const recent = (major === 24 && minor >= 15) || major >= 26
if (!recent) {
  console.error(
    `Catchword does not run on Node ${process.version}. Run this through npm (npm start, npm test) ` +
      'after "npm ci", which brings Node 24 along, or install Node 24 yourself.',
  )
  process.exit(1)
}
if (!existsSync(new URL('../node_modules/fastify', import.meta.url))) {
  console.error(
    'The packages are not installed. Run "npm ci", or on a server "npm run setup:host".',
  )
  process.exit(1)
}
