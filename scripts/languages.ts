/**
 * `npm run languages`: writes the English texts as templates for translators' tools, and says of each language which
 * texts are missing, which are unused, and where places or plural forms differ from the English ones.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isLanguage, LANGUAGES } from '../contract/languages.ts'
import { serverTexts, subjectTexts } from '../server/languages/texts.ts'
import { englishTexts, type Texts } from '../src/languages/language.ts'

const ROOT = join(import.meta.dirname, '..')
/** The sections that visitors need; all others are of readers' screens. */
const VISITORS = ['app', 'google', 'head', 'password', 'wish']
/** Which numbers a text may count: their plural forms have to be there. */
const COUNTS = [...Array(200).keys(), 1000, 5000, 100_000]

/** The English texts of the app by their file. */
async function readSources(): Promise<Record<string, Texts>> {
  const modules = globSync('src/**/{messages,*Messages,googleMessage,wishText}.ts', { cwd: ROOT })
  for (const file of modules) await import(pathToFileURL(join(ROOT, file)).href)
  const sections = Object.entries(englishTexts())
  const pick = (isOfVisitors: boolean) =>
    Object.fromEntries(sections.filter(([name]) => VISITORS.includes(name) === isOfVisitors))
  return { '.json': pick(true), '.reader.json': pick(false) }
}

/** Every text by its path: a plural form is a text of its own. */
function leaves(texts: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (typeof texts === 'string') return [[path.join(' › '), texts]]
  if (typeof texts !== 'object' || texts === null) return [[path.join(' › '), '']]
  return Object.entries(texts).flatMap(([name, part]) => leaves(part, [...path, name]))
}

const placesOf = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')
/** A path without the plural form at its end. */
const withoutForm = (path: string): string =>
  path.replace(/ › (?:zero|one|two|few|many|other)$/, '')

/** What is wrong with the texts of a language, a line each. */
export function compareTexts(language: string, english: Texts, translated: unknown) {
  const rules = new Intl.PluralRules(language)
  const forms = new Set([...COUNTS.map((count) => rules.select(count)), 'other'])
  const sources = new Map(leaves(english))
  const plurals = new Set([...sources.keys()].map(withoutForm).filter((path) => !sources.has(path)))
  const expected = new Map(
    [...sources].flatMap(([path, text]) => {
      const name = withoutForm(path)
      return plurals.has(name)
        ? [...forms].map((form): [string, string] => [
            `${name} › ${form}`,
            sources.get(`${name} › other`) ?? text,
          ])
        : [[path, text] as const]
    }),
  )
  const found = new Map(leaves(translated))
  return {
    missing: [...expected.keys()].filter((path) => !found.get(path)?.trim()),
    unused: [...found.keys()].filter((path) => !expected.has(path)),
    // A form for one may do without its number.
    differing: [...found].flatMap(([path, text]) => {
      const source = expected.get(path)
      const isAlike = source === undefined || placesOf(source) === placesOf(text)
      const isOfFew =
        / › (?:zero|one|two)$/.test(path) &&
        placesOf(source ?? '').replace(/ ?\{count\} ?/, '') === placesOf(text)
      return isAlike || isOfFew
        ? []
        : `${path}: ${placesOf(source)} in English, ${placesOf(text)} here`
    }),
    count: expected.size,
  }
}

/** What there is to translate: the English texts, and where the templates and the files of the others lie. */
export async function readAllSources(): Promise<
  { folder: string; ending: string; english: Texts }[]
> {
  const app = Object.entries(await readSources()).map(([ending, english]) => {
    return { folder: join(ROOT, 'src/languages'), ending, english }
  })
  return [
    ...app,
    { folder: join(ROOT, 'server/languages'), ending: '.json', english: serverTexts() },
    { folder: join(ROOT, 'contract/labels'), ending: '.subjects.json', english: subjectTexts() },
  ]
}

/** A file of texts as it is written: two spaces, a line at its end. */
export const asFile = (texts: Texts): string => `${JSON.stringify(texts, null, 2)}\n`

if (import.meta.main) {
  let isWrong = false
  for (const { folder, ending, english } of await readAllSources()) {
    writeFileSync(join(folder, `en${ending}`), asFile(english))
    for (const language of LANGUAGES.filter((tag) => isLanguage(tag) && tag !== 'en')) {
      const file = join(folder, language + ending)
      const translated: unknown = JSON.parse(readFileSync(file, 'utf8'))
      const { missing, unused, differing, count } = compareTexts(language, english, translated)
      isWrong ||= unused.length + differing.length > 0
      console.log(`${language}${ending}: ${count - missing.length} of ${count} texts`)
      for (const path of missing.slice(0, 20)) console.log(`  missing: ${path}`)
      if (missing.length > 20) console.log(`  and ${missing.length - 20} more`)
      for (const path of unused) console.log(`  unused: ${path}`)
      for (const line of differing) console.log(`  differing: ${line}`)
    }
  }
  process.exitCode = isWrong ? 1 : 0
}
