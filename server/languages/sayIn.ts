import { directionOf, type Language } from '../../contract/languages.ts'
import { say, type Plural, type Values } from '../../contract/say.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }
import { SUBJECT_LABELS } from './subjectLabels.ts'

/** What the server says, by where it does; `labels` are names within sentences (docs/languages.md). */
export type Section = 'problems' | 'reasons' | 'mails' | 'pages' | 'labels'

/** Texts by their English ones; of one with plural forms that is the last, `other`. */
export type Texts = Readonly<Record<string, string | Plural>>

const TABLES: Readonly<Record<Language, Partial<Record<Section, Texts>>>> = {
  en: {},
  ar,
  de,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  'pt-BR': ptBR,
}

/** Places of which the values are names that have labels of their own; all others are a book's or a reader's. */
const LABELLED = ['field', 'interest', 'subject']

/** What a text is found by in the tables. */
export const textKey = (text: string | Plural): string =>
  typeof text === 'string' ? text : text.other

function find(language: Language, section: Section, key: string): string | Plural | undefined {
  const texts = TABLES[language][section] ?? {}
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** What a name is called that is part of a sentence. */
function labelOf(language: Language, name: string): string | undefined {
  const label = find(language, 'labels', name)
  if (typeof label === 'string') return label
  const subjects = SUBJECT_LABELS[language]
  return Object.hasOwn(subjects, name) ? subjects[name] : undefined
}

/** A text of the server in a language with its values in their places; in English where the language lacks it. */
export function sayIn(
  language: Language,
  section: Section,
  text: string | Plural,
  values: Values = {},
): string {
  const own = find(language, section, textKey(text))
  if (own === undefined) {
    const english = say('en', text, values)
    // As a whole, or its full stop would stand at the other end.
    return directionOf(language) === 'rtl' ? `\u2068${english}\u2069` : english
  }
  const named = Object.entries(values).map(([name, value]) => {
    const label = LABELLED.includes(name) ? labelOf(language, String(value)) : undefined
    return [name, label ?? value] as const
  })
  return say(language, own, Object.fromEntries(named))
}
