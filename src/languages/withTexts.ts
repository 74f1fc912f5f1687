import { getLanguage } from './language.ts'

/** What a module brings, once the texts of readers' screens are there, too: English ones are in their modules. */
export async function withTexts<T>(module: Promise<T>): Promise<T> {
  if (getLanguage() !== 'en') {
    const { loadReaderTexts } = await import('./speak.ts')
    await loadReaderTexts()
  }
  return module
}
