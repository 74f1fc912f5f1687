import { useSyncExternalStore } from 'react'
import type { Language } from '../../contract/languages.ts'
import { getLanguage, onLanguage } from './language.ts'

/** The language of the app; renders again when it changes, what is memoized included. */
export const useLanguage = (): Language =>
  useSyncExternalStore(onLanguage, getLanguage, getLanguage)
