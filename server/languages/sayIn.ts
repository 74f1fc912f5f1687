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
import arSubjects from '../../contract/labels/ar.subjects.json' with { type: 'json' }
import deSubjects from '../../contract/labels/de.subjects.json' with { type: 'json' }
import esSubjects from '../../contract/labels/es.subjects.json' with { type: 'json' }
import frSubjects from '../../contract/labels/fr.subjects.json' with { type: 'json' }
import itSubjects from '../../contract/labels/it.subjects.json' with { type: 'json' }
import jaSubjects from '../../contract/labels/ja.subjects.json' with { type: 'json' }
import nlSubjects from '../../contract/labels/nl.subjects.json' with { type: 'json' }
import plSubjects from '../../contract/labels/pl.subjects.json' with { type: 'json' }
import ptBRSubjects from '../../contract/labels/pt-BR.subjects.json' with { type: 'json' }

/** What the server says, by where it does; `labels` are names within sentences (docs/languages.md). */
export type TextGroup = 'problems' | 'reasons' | 'mails' | 'pages' | 'labels'
type Table = TextGroup | 'subjects'

/** Texts by their English ones; of one with plural forms that is the last, `other`. */
export type Texts = Readonly<Record<string, string | Plural>>

const TABLES: Readonly<Record<Language, Partial<Record<Table, Texts>>>> = {
  en: {},
  ar: { ...ar, subjects: arSubjects },
  de: { ...de, subjects: deSubjects },
  es: { ...es, subjects: esSubjects },
  fr: { ...fr, subjects: frSubjects },
  it: { ...it, subjects: itSubjects },
  ja: { ...ja, subjects: jaSubjects },
  nl: { ...nl, subjects: nlSubjects },
  pl: { ...pl, subjects: plSubjects },
  'pt-BR': { ...ptBR, subjects: ptBRSubjects },
}

/** Places of which the values are names that have labels of their own; all others are a book's or a reader's. */
const LABELLED: Readonly<Record<string, Table>> = {
  field: 'labels',
  interest: 'labels',
  subject: 'subjects',
}

/** What a text is found by in the tables. */
export const textKey = (text: string | Plural): string =>
  typeof text === 'string' ? text : text.other

function find(language: Language, table: Table, key: string): string | Plural | undefined {
  const texts = TABLES[language][table] ?? {}
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** A text of the server in a language with its values in their places; in English where the language lacks it. */
export function sayIn(
  language: Language,
  group: TextGroup,
  text: string | Plural,
  values: Values = {},
): string {
  const own = find(language, group, textKey(text))
  if (own === undefined) {
    const english = say('en', text, values)
    // As a whole, or its full stop would stand at the other end.
    return directionOf(language) === 'rtl' ? `\u2068${english}\u2069` : english
  }
  const named = Object.entries(values).map(([name, value]) => {
    const table = LABELLED[name]
    const label = table && find(language, table, String(value))
    return [name, typeof label === 'string' ? label : value] as const
  })
  return say(language, own, Object.fromEntries(named))
}
