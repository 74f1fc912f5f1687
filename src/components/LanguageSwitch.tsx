import { styled } from '@mui/material/styles'
import { isLanguage, LANGUAGES, type Language } from '../../contract/languages.ts'
import { useLanguage } from '../languages/useLanguage.ts'
import { toast } from '../lib/toast.tsx'
import { useIsHydrated } from '../lib/useIsHydrated.ts'
import { messages } from '../messages.ts'
import { useAppDispatch } from '../store/hooks.ts'

const Select = styled('select')(({ theme }) => ({
  ...theme.typography.body2,
  minHeight: 44,
  border: 0,
  background: 'inherit',
  color: 'inherit',
}))

/** What a language calls itself. */
function nameOf(tag: Language): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Chooses the language of the app, each by its own name; what is on the page stays. */
export function LanguageSwitch() {
  const dispatch = useAppDispatch()
  const language = useLanguage()
  // The others are not in the page that was prerendered.
  const isHydrated = useIsHydrated()
  async function choose(tag: string): Promise<void> {
    try {
      const { chooseLanguage } = await import('../store/chooseLanguage.ts')
      if (isLanguage(tag)) await dispatch(chooseLanguage(tag))
    } catch {
      toast({ message: messages.layout.languageMissing, kind: 'error' })
    }
  }
  return (
    <Select
      aria-label={messages.layout.language}
      value={language}
      onChange={({ target }) => void choose(target.value)}
    >
      {LANGUAGES.map(
        (tag) =>
          (isHydrated || tag === language) && (
            <option key={tag} value={tag} lang={tag}>
              {nameOf(tag)}
            </option>
          ),
      )}
    </Select>
  )
}
