import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FromPage } from './shared.ts'
import { followWorker, type NewVersion } from './worker.ts'

/** A worker that keeps one build, known by its first script. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  heard: FromPage['type'][] = []
  readonly script: string

  constructor(script: string) {
    super()
    this.script = script
  }

  postMessage(message: FromPage, [port]: MessagePort[] = []): void {
    this.heard.push(message.type)
    if (message.type === 'isYours') port?.postMessage(message.script === this.script)
  }

  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  update = vi.fn<() => Promise<void>>(() => Promise.resolve())

  find(worker: FakeWorker): void {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  registration = new FakeRegistration()
  register = vi.fn<(url: string, options: object) => Promise<FakeRegistration>>(() =>
    Promise.resolve(this.registration),
  )

  takeOver(worker: FakeWorker): void {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

const OURS = '/assets/index-ours.js'
const THEIRS = '/assets/index-theirs.js'

let container: FakeContainer
let reload: ReturnType<typeof vi.fn<() => void>>

beforeEach(() => {
  container = new FakeContainer()
  reload = vi.fn<() => void>()
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', { origin: 'http://localhost:3000', reload })
  const script = document.createElement('script')
  script.type = 'module'
  Object.defineProperty(script, 'src', { value: `http://localhost:3000${OURS}` })
  const find = vi.spyOn(document, 'querySelector').mockReturnValue(script)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    find.mockRestore()
  })
})

/** Follows the worker; the versions that were offered since. */
async function follow(): Promise<NewVersion[]> {
  const offered: NewVersion[] = []
  const stop = await followWorker((version) => offered.push(version))
  onTestFinished(stop)
  return offered
}

/** A page that one worker serves, and what it has been offered. */
async function served(): Promise<{ offered: NewVersion[]; old: FakeWorker }> {
  const old = new FakeWorker(OURS)
  old.state = 'activated'
  container.controller = old
  return { offered: await follow(), old }
}

/** Messages between ports take a turn or two. */
const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

test('the worker is registered by its one address, never out of a cache', async () => {
  await follow()
  expect(container.register).toHaveBeenCalledExactlyOnceWith('/serviceWorker.js', {
    updateViaCache: 'none',
  })
})

test('Trusted Types let this address through and no other', async () => {
  const rules: { createScriptURL: (url: string) => string }[] = []
  const createPolicy = vi.fn(
    (_name: string, rule: { createScriptURL: (url: string) => string }) => {
      rules.push(rule)
      return rule
    },
  )
  vi.stubGlobal('trustedTypes', { createPolicy })
  await follow()
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('workers', expect.anything())
  expect(() => rules[0]?.createScriptURL('/evil.js')).toThrow(TypeError)
  expect(rules[0]?.createScriptURL('/serviceWorker.js')).toBe('/serviceWorker.js')
})

describe('a new version', () => {
  test('is not spoken of at the first one', async () => {
    const offered = await follow()
    const first = new FakeWorker(OURS)
    container.registration.find(first)
    first.become('installed')
    first.become('activated')
    await aWhile()
    expect(offered).toEqual([])
    expect(first.heard).toEqual([])
  })

  test('is offered, and taken when the reader wants it: then the page reloads', async () => {
    const { offered } = await served()
    const next = new FakeWorker(THEIRS)
    container.registration.find(next)
    await aWhile()
    expect(offered).toEqual([])
    next.become('installed')
    await vi.waitFor(() => expect(offered).toHaveLength(1))
    expect(next.heard).toEqual(['isYours'])
    expect(reload).not.toHaveBeenCalled()
    offered[0]?.reload()
    expect(next.heard).toEqual(['isYours', 'takeOver'])
    expect(reload).not.toHaveBeenCalled()
    container.takeOver(next)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('that waits since an earlier visit is offered at once', async () => {
    const waiting = new FakeWorker(THEIRS)
    waiting.state = 'installed'
    container.registration.waiting = waiting
    const { offered } = await served()
    await vi.waitFor(() => expect(offered).toHaveLength(1))
  })

  test('of this page’s own build takes over without a word', async () => {
    const { offered } = await served()
    const next = new FakeWorker(OURS)
    container.registration.find(next)
    next.become('installed')
    await vi.waitFor(() => expect(next.heard).toEqual(['isYours', 'takeOver']))
    container.takeOver(next)
    await aWhile()
    expect(offered).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })

  test('that another tab let in is offered here, and this page does not reload by itself', async () => {
    const { offered } = await served()
    const next = new FakeWorker(THEIRS)
    next.state = 'activated'
    container.takeOver(next)
    await vi.waitFor(() => expect(offered).toHaveLength(1))
    expect(reload).not.toHaveBeenCalled()
    offered[0]?.reload()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('is not offered any more once the page has stopped to follow', async () => {
    const old = new FakeWorker(OURS)
    container.controller = old
    const offered: NewVersion[] = []
    const stop = await followWorker((version) => offered.push(version))
    stop()
    const next = new FakeWorker(THEIRS)
    container.registration.find(next)
    next.become('installed')
    container.takeOver(next)
    await aWhile()
    expect(offered).toEqual([])
  })
})

function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a page that comes back to the front asks for a new version, at most each hour', async () => {
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => now.mockRestore())
  const began = 1_800_000_000_000
  now.mockReturnValue(began)
  await follow()
  const { update } = container.registration
  comeBack()
  expect(update).not.toHaveBeenCalled()
  now.mockReturnValue(began + 3_600_000)
  comeBack()
  comeBack()
  expect(update).toHaveBeenCalledOnce()
})
