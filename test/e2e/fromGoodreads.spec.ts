import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPort } from '../findPort.ts'
import { startMailServer, type MailServer } from '../mailServer.ts'
import { expect, FULL, newcomer, serveAt, test as base } from './fixtures.ts'
import { chooseInterests, logIn, logOut, navLink, open, register } from './steps.ts'

interface MailFixtures {
  mail: MailServer
}

const test = base.extend<object, MailFixtures>({
  mail: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],

  address: [
    async ({ mail }, use) => {
      const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Catchword <books@example.org>' }
      await serveAt(String(await findPort()), settings, ['reset='], use)
    },
    { scope: 'worker' },
  ],
})

const BUNDLED = join(import.meta.dirname, '../../books/bundled')

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** An export of Goodreads with so many books of the catalogue; every sixth is yet to be read. */
function goodreadsExport(count: number): string {
  const books = readdirSync(BUNDLED)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): { title: string; authors: string[] }[] =>
      JSON.parse(readFileSync(join(BUNDLED, name), 'utf8')),
    )
  const rows = books.slice(0, count).map(({ title, authors: [author = ''] }, index) => {
    const [rating, shelf] = index % 6 === 5 ? [0, 'to-read'] : [5 - (index % 2), 'read']
    return [index, quoted(title), quoted(author), '""', '"="""""', rating, shelf].join(',')
  })
  const header = 'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf'
  return [header, ...rows, '9999,A Book Nobody Has,Ann Other,"","=""""",5,read', ''].join('\n')
}

test(
  'a library from Goodreads, a new password, and back on a phone',
  FULL,
  async ({ page, mail }) => {
    const reader = newcomer()
    await open(page, '/register')
    await register(page, reader)
    await chooseInterests(page, ['Fantasy'])

    // The library
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Import your library' }).click()
    await page.getByLabel('Choose a file or drop it here').setInputFiles({
      name: 'goodreads_library_export.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(goodreadsExport(360)),
    })
    await expect(page.getByText('Not in Catchword: 1')).toBeVisible()
    await page.getByRole('button', { name: /^Add \d+ books$/ }).click()
    await expect(
      page.getByText(/^Added: \d+ favorites and \d+ books you want to read\.$/),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('link', { name: 'See your recommendations' }).click()
    await expect(page.getByText(/^Because you loved /).first()).toBeVisible()

    // The password
    await logOut(page)
    await open(page, '/login')
    await page.getByLabel('Email').fill(reader.email)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(
      page.getByText('If there is an account with this email, a link is on its way.'),
    ).toBeVisible()
    const link = new URL(await mail.linkTo(reader.email))

    // The phone
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, link.pathname + link.hash)
    await expect(page).toHaveURL(/\/login$/)
    const password = 'a longer evening in'
    await page.getByLabel('Email').fill(reader.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    await page.getByRole('button', { name: 'Save new password' }).click()
    // The login form takes its place.
    await expect(page.getByLabel('Confirm Password')).toHaveCount(0)
    await logIn(page, { ...reader, password })
    await expect(page.getByText(/^Because you loved /).first()).toBeVisible()

    // One book of three hundred
    await page.getByRole('button', { name: 'Open menu' }).click()
    await navLink(page, 'Favorites').click()
    await page.getByLabel('Filter by title, author or subject').fill('westover')
    await expect(page.getByRole('link', { name: 'Educated' })).toBeVisible()
    await expect(page).toHaveURL(/\?filter=westover$/)
  },
)
