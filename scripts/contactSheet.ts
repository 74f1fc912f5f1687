/**
 * Writes the contact sheet of every scenario (or of those named), `test-results/screenshots/index.html`,
 * from the pictures that `e2e/scenarios.spec.ts` took, and ends with one line that counts them. The exit
 * code is 1 where a picture is missing, a console said something, axe or the test found something.
 *
 *     node scripts/contactSheet.ts [--folder folder] [name …]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeSight, describeStep, SCREENS, type Scenario } from '../mocks/scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios } from '../mocks/scenarios.ts'
import {
  PICTURE_SCHEMES,
  pictureFile,
  PICTURES_DIR,
  readPictures,
  widthsAt,
  type Look,
  type Picture,
} from './pictures.ts'

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#e4dacb, #362f28);
    --faded: light-dark(#6b6259, #b3a796); --bad: light-dark(#b3261e, #ff8a80); }
  body { margin: 0 auto; max-width: 1720px; padding: 24px; font: 15px/1.5 system-ui, sans-serif;
    background: light-dark(#faf6ef, #15120f); color: light-dark(#211c18, #f3ebdd); }
  h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
  h2 { margin-top: 56px; border-bottom: 1px solid var(--line); padding-bottom: 8px; }
  h3 { margin: 0; font-size: 17px; }
  a { color: inherit; }
  nav ul { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; padding: 0; }
  code { font-size: 13px; color: var(--faded); overflow-wrap: anywhere; }
  article { display: grid; grid-template-columns: minmax(220px, 320px) 1fr; gap: 16px 32px;
    padding: 24px 0; border-bottom: 1px solid var(--line); scroll-margin-top: 16px; }
  article p, article ol, article ul { margin: 8px 0 0; }
  article ol, article ul { padding-left: 20px; }
  .note { color: var(--faded); }
  .bad { color: var(--bad); overflow-wrap: anywhere; }
  .pictures { display: grid; grid-template-columns: 4fr 4fr 3fr 3fr 2fr 2fr; gap: 12px;
    align-items: start; }
  figure { margin: 0; }
  figcaption { font-size: 12px; color: var(--faded); }
  .pictures a { display: block; height: 260px; overflow: hidden; border: 1px solid var(--line);
    border-radius: 6px; background: light-dark(#fff, #1e1a16); }
  .pictures a:focus-visible { outline: 3px solid; outline-offset: 2px; }
  img { display: block; width: 100%; }
  @media (width < 1100px) { article { grid-template-columns: 1fr; } }
  @media (width < 700px) { .pictures { grid-template-columns: 1fr 1fr; } }
`

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** A list of texts in words, or nothing where there are none. */
function list(tag: 'ol' | 'ul', label: string, texts: readonly string[], mark = ''): string {
  if (texts.length === 0) return ''
  const items = texts.map((text) => `<li><bdi>${escaped(text)}</bdi></li>`).join('')
  return `<p${mark}>${label}</p><${tag}${mark}>${items}</${tag}>`
}

/** What is wrong with a picture, one text each. */
function faults({ width, scheme, consoleErrors, violations, problems }: Picture): string[] {
  return [...consoleErrors, ...violations.map((text) => `axe: ${text}`), ...problems].map(
    (text) => `${width} px, ${scheme}: ${text}`,
  )
}

function figure(look: Look, title: string, isThere: boolean): string {
  const label = `${look.width} px, ${look.scheme}`
  if (!isThere)
    return `<figure><p class="bad">missing</p><figcaption>${label}</figcaption></figure>`
  const file = pictureFile(look)
  return `<figure><a href="${file}"><img src="${file}" alt="${escaped(title)}, ${label}" loading="lazy" decoding="async" /></a><figcaption>${label}</figcaption></figure>`
}

/** The pictures that there are to be of a scenario. */
function looksOf(name: string): Look[] {
  const place = SCENARIO_NAMES.findIndex((known) => known === name)
  return widthsAt(place).flatMap((width) =>
    PICTURE_SCHEMES.map((scheme) => ({ scenario: name, width, scheme })),
  )
}

function article(name: string, scenario: Scenario, pictures: readonly Picture[]): string {
  const { title, note, steps = [], shows, lacks = [] } = scenario
  const taken = pictures.filter((picture) => picture.scenario === name)
  const files = new Set(taken.map(pictureFile))
  const looks = looksOf(name)
  const figures = looks.map((look) => figure(look, title, files.has(pictureFile(look))))
  return `<article id="${name}"><div><h3>${escaped(title)}</h3><code>?scenario=${name}</code>
${note === undefined ? '' : `<p class="note">${escaped(note)}</p>`}
${list('ol', 'Do this', steps.map(describeStep))}
${list('ul', 'See this', shows.map(describeSight))}
${list('ul', 'And not this', lacks.map(describeSight))}
${list('ul', 'What is wrong', taken.flatMap(faults), ' class="bad"')}
</div><div class="pictures">${figures.join('\n')}</div></article>`
}

function sheet(names: readonly string[], pictures: readonly Picture[], summary: string): string {
  const wrong = [
    ...new Set(pictures.filter((one) => faults(one).length > 0).map((one) => one.scenario)),
  ]
  const entries = names.filter(isScenarioName).map((name) => ({ name, scenario: scenarios[name] }))
  const groups = SCREENS.map((screen) => ({
    screen,
    id: screen.toLowerCase().replaceAll(' ', '-'),
    members: entries.filter(({ scenario }) => scenario.screen === screen),
  })).filter(({ members }) => members.length > 0)
  const links = groups.map(
    ({ screen, id, members }) => `<li><a href="#${id}">${screen}</a> (${members.length})</li>`,
  )
  const wrongLinks = wrong.map((name) => `<li><a href="#${name}">${name}</a></li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Catchword · every scenario</title><style>${STYLE}</style></head><body>
<header><h1>Every scenario</h1><p>${escaped(summary)}</p>
<nav aria-label="Screens"><ul>${links.join('')}</ul></nav>
${wrong.length > 0 ? `<nav aria-label="What is wrong" class="bad"><p>Something is wrong in</p><ul>${wrongLinks.join('')}</ul></nav>` : ''}
</header><main>
${groups
  .map(
    ({ screen, id, members }) => `<section><h2 id="${id}">${screen}</h2>
${members.map(({ name, scenario }) => article(name, scenario, pictures)).join('\n')}</section>`,
  )
  .join('\n')}
</main></body></html>
`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: PICTURES_DIR } },
})
const folder = resolve(values.folder)
const names: readonly string[] = positionals.length > 0 ? positionals : SCENARIO_NAMES
const pictures = readPictures(folder).filter(({ scenario }) => names.includes(scenario))
const expected = names.flatMap(looksOf).length
const consoleErrors = pictures.flatMap((picture) => picture.consoleErrors).length
const violations = pictures.flatMap((picture) => picture.violations).length
const problems = pictures.flatMap((picture) => picture.problems).length
const summary = [
  `${names.length} scenarios`,
  `${pictures.length} pictures of ${expected} expected`,
  `${consoleErrors} console errors`,
  `${violations} axe violations`,
  ...(problems > 0 ? [`${problems} other faults`] : []),
].join(', ')

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'index.html'), sheet(names, pictures, summary))
for (const picture of pictures) {
  for (const fault of faults(picture)) console.log(`${picture.scenario}, ${fault}`)
}
console.log(`contact sheet: ${join(folder, 'index.html')}`)
console.log(summary)
const isComplete = pictures.length === expected
process.exitCode = isComplete && consoleErrors + violations + problems === 0 ? 0 : 1
