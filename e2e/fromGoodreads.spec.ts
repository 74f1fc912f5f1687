import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPort } from '../test/findPort.ts'
import { startMailServer, type MailServer } from '../test/mailServer.ts'
import { expect, newcomer, serve, test as base } from './fixtures.ts'
import { logIn, logOut, navLink, open, openAccount, register } from './navigation.ts'

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
      const port = String(await findPort())
      const settings = {
        PORT: port,
        PUBLIC_URL: `http://localhost:${port}`,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Catchword <books@example.org>',
        LOG_LEVEL: 'trace',
      }
      const log = await serve(settings, use)
      for (const secret of ['reset=', '@example.com']) {
        if (log.includes(secret)) throw new Error(`The server's log has ${secret} in it.`)
      }
    },
    { scope: 'worker' },
  ],
})

const BUNDLED = join(import.meta.dirname, '../server/catalogue/bundled')

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** An export of Goodreads with so many books that the catalogue has; every sixth is only wanted. */
function goodreadsExport(count: number): string {
  const books = readdirSync(BUNDLED).flatMap((name): { title: string; authors: string[] }[] =>
    JSON.parse(readFileSync(join(BUNDLED, name), 'utf8')),
  )
  const rows = books.slice(0, count).map(({ title, authors: [author = ''] }, at) => {
    const [rating, shelf] = at % 6 === 5 ? [0, 'to-read'] : [5 - (at % 2), 'read']
    return [at, quoted(title), quoted(author), '""', '"="""""', rating, shelf].join(',')
  })
  const header = 'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf'
  return [header, ...rows, '9999,A Book Nobody Has,Ann Other,"","=""""",5,read', ''].join('\n')
}

test('a reader arrives from Goodreads, forgets the password, and comes back on a phone', async ({
  page,
  mail,
}) => {
  const reader = newcomer()
  await open(page, '/register')
  await register(page, reader)
  await page.getByRole('button', { name: 'Fantasy' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Best Fantasy Books' })).toBeVisible()

  // The library
  const dialog = await openAccount(page, reader.name)
  await dialog.getByLabel('Choose a file, or drop it here').setInputFiles({
    name: 'goodreads_library_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(goodreadsExport(360)),
  })
  await expect(page.getByText('Not in Catchword: 1')).toBeVisible()
  await page.getByRole('button', { name: /^Add \d+ to favorites$/ }).click()
  await expect(page.getByText(/^\d+ favorites added, the best rated first\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'See your recommendations' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Because you loved /).first()).toBeVisible()

  // The password is gone.
  await logOut(page)
  await open(page, '/login')
  await page.getByLabel('Email').fill(reader.email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(
    page.getByText('If there is an account with this email, a link is on its way to it.'),
  ).toBeVisible()
  const link = new URL(await mail.linkTo(reader.email))

  // On a phone
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, link.pathname + link.search)
  await expect(page).toHaveURL(/\/login$/)
  const password = 'a longer evening in'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await logIn(page, { ...reader, password })
  await expect(page.getByText(/^Because you loved /).first()).toBeVisible()

  // One book of three hundred
  await page.getByRole('button', { name: 'Open menu' }).click()
  await navLink(page, 'Favorites').click()
  await page.getByLabel('Filter by title or author').fill('westover')
  await expect(page.getByRole('link', { name: 'Educated' })).toBeVisible()
  await expect(page).toHaveURL(/\?filter=westover$/)
})
