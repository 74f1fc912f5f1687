import { CATEGORIES } from '../../contract/categories.ts'
import { createReader, type Bench } from './bench.ts'
import { median, turn, type Line } from './figures.ts'
import { measureLoad, type Load, type Target } from './load.ts'

/** Measures every target `runs` times, all of them in each round and in another order each time. */
async function measureInTurn(
  { browser, runs }: Bench,
  part: string,
  targets: readonly Target[],
): Promise<(name: string) => Load[]> {
  const loads = new Map(targets.map(({ name }): [string, Load[]] => [name, []]))
  for (let round = 0; round < runs; round += 1) {
    for (const target of turn(targets, round)) {
      loads.get(target.name)?.push(await measureLoad(browser, target))
    }
    console.log(`${part}: ${round + 1} of ${runs} rounds`)
  }
  return (name) => loads.get(name) ?? []
}

const middle = (loads: readonly Load[], pick: (load: Load) => number): number =>
  median(loads.map(pick))

const most = (loads: readonly Load[], pick: (load: Load) => number): number =>
  Math.max(...loads.map(pick))

const sum = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((total, value) => total + value, 0)

const FLOOR = 'floor'

const floorTarget = ({ floors }: Bench): Target => ({ name: FLOOR, url: `${floors.own.origin}/` })

/** The landing page as a visitor's phone loads it first, beside pages without a library. */
export async function landing(bench: Bench): Promise<Line[]> {
  const { address, floors, bounds } = bench
  const shared = [...floors.shared].filter(([name]) => !name.startsWith('list-'))
  const others: Target[] = shared.map(([name, { origin }]) => ({ name, url: `${origin}/` }))
  const loadsOf = await measureInTurn(bench, 'landing', [
    { name: 'app', url: `${address}/` },
    floorTarget(bench),
    ...others,
  ])
  const app = loadsOf('app')
  const floor = loadsOf(FLOOR)
  const times = [
    ['first paint (FCP), ms', 'firstPaint'],
    ['largest paint (LCP), ms', 'largestPaint'],
    ['Speed Index, ms', 'speedIndex'],
    ['blocked after the first paint (TBT), ms', 'blocking'],
  ] as const
  const types = [...new Set([...app, ...floor].flatMap(({ bytes }) => Object.keys(bytes)))]
  return [
    ...times.map(([name, key]) => ({
      name,
      figure: middle(app, (load) => load[key]),
      floor: middle(floor, (load) => load[key]),
      bound: bounds.landing[key],
    })),
    {
      name: 'layout shift, at most',
      digits: 4,
      figure: most(app, ({ shift }) => shift),
      bound: bounds.landing.shift,
    },
    {
      name: 'requests',
      figure: middle(app, ({ requests }) => sum(requests)),
      floor: middle(floor, ({ requests }) => sum(requests)),
      bound: bounds.landing.requests,
    },
    {
      name: 'requests to other hosts, at most',
      figure: most(app, ({ foreign }) => foreign),
      bound: bounds.landing.foreign,
    },
    {
      name: 'uncaught errors',
      figure: most(app, ({ errors }) => errors.length),
      bound: bounds.landing.errors,
    },
    ...types.toSorted().map((type) => ({
      name: `bytes on the wire: ${type}`,
      figure: middle(app, ({ bytes }) => bytes[type] ?? 0),
      floor: middle(floor, ({ bytes }) => bytes[type] ?? 0),
    })),
    ...others.flatMap((other) =>
      times.map(([name, key]) => ({
        name: `the reference's ${other.name}: ${name}`,
        figure: middle(loadsOf(other.name), (load) => load[key]),
        floor: middle(floor, (load) => load[key]),
      })),
    ),
  ]
}

const BOOK = '/book/pride-and-prejudice'
const NOWHERE = '/no/such/page'

/** Every other page, as a phone opens it by its address, the server being warm. */
export async function routes(bench: Bench): Promise<Line[]> {
  const { address, bounds } = bench
  const visitor = await createReader(bench, CATEGORIES.slice(0, 3))
  const targets: Target[] = [
    ...['/login', '/register', BOOK, NOWHERE].map((path) => ({
      name: `visitor, ${path}`,
      url: `${address}${path}`,
    })),
    ...['/', '/categories', '/recommendations', '/favorites', '/profile', BOOK].map((path) => ({
      name: `reader, ${path}`,
      url: `${address}${path}`,
      visitor,
    })),
  ]
  const loadsOf = await measureInTurn(bench, 'routes', [...targets, floorTarget(bench)])
  const floor = middle(loadsOf(FLOOR), ({ largestPaint }) => largestPaint)
  const all = targets.flatMap(({ name }) => loadsOf(name))
  return [
    ...targets.map(({ name }) => ({
      name: `${name}: LCP, ms`,
      figure: middle(loadsOf(name), ({ largestPaint }) => largestPaint),
      floor,
      bound: bounds.routes.largestPaint,
    })),
    ...targets.map(({ name }) => ({
      name: `${name}: layout shift, at most`,
      digits: 4,
      figure: most(loadsOf(name), ({ shift }) => shift),
      bound: bounds.routes.shift,
    })),
    {
      name: 'uncaught errors, of all pages',
      figure: most(all, ({ errors }) => errors.length),
      bound: bounds.routes.errors,
    },
  ]
}

const muted = (name: string): string => `${name}, silent`

/** What is painted first where the server's calls are never answered, beside where they are. */
export async function silent(bench: Bench): Promise<Line[]> {
  const { address, bounds } = bench
  const visitor = await createReader(bench, CATEGORIES.slice(0, 3))
  const pages: Target[] = [
    ...['/', '/login', NOWHERE].map((path) => ({
      name: `visitor, ${path}`,
      url: `${address}${path}`,
    })),
    ...['/', NOWHERE].map((path) => ({
      name: `reader, ${path}`,
      url: `${address}${path}`,
      visitor,
    })),
  ]
  const loadsOf = await measureInTurn(bench, 'silent', [
    ...pages,
    ...pages.map((page) => ({ ...page, name: muted(page.name), silent: true })),
  ])
  return [
    ...pages.map(({ name }) => ({
      name: `${name}: FCP without answers, ms (floor: with them)`,
      figure: middle(loadsOf(muted(name)), ({ firstPaint }) => firstPaint),
      floor: middle(loadsOf(name), ({ firstPaint }) => firstPaint),
      bound: bounds.silent.firstPaint,
    })),
    {
      name: 'uncaught errors without answers',
      figure: most(
        pages.flatMap(({ name }) => loadsOf(muted(name))),
        ({ errors }) => errors.length,
      ),
      bound: bounds.silent.errors,
    },
  ]
}
