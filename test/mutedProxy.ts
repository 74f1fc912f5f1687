import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from './findPort.ts'

/** A way to a database on which connections can go silent. */
interface MutedProxy {
  /** The database's address by this way. */
  url: string
  /** From now on nothing passes on the connections there are, either way, and none ends. New ones work. */
  mute(): void
  close(): Promise<void>
}

/** Passes on to the database at `url`, as a firewall or a failover would that forgets connections. */
export async function startMutedProxy(url: string): Promise<MutedProxy> {
  const { hostname, port } = new URL(url)
  let open: [Socket, Socket][] = []
  const server = createServer((closeTo) => {
    const far = connect(Number(port), hostname)
    open.push([closeTo, far])
    closeTo.pipe(far).pipe(closeTo)
    closeTo.on('error', () => far.destroy())
    far.on('error', () => closeTo.destroy())
  })
  const by = new URL(url)
  by.host = `127.0.0.1:${await listen(server)}`
  const all: Socket[] = []
  return {
    url: by.href,
    mute() {
      for (const [closeTo, far] of open) {
        closeTo.unpipe(far).pause()
        far.unpipe(closeTo).pause()
        all.push(closeTo, far)
      }
      open = []
    },
    async close() {
      for (const socket of [...all, ...open.flat()]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
