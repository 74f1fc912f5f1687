import type { Language } from '../../contract/languages.ts'
import ar from '../../contract/labels/ar.subjects.json' with { type: 'json' }
import de from '../../contract/labels/de.subjects.json' with { type: 'json' }
import es from '../../contract/labels/es.subjects.json' with { type: 'json' }
import fr from '../../contract/labels/fr.subjects.json' with { type: 'json' }
import it from '../../contract/labels/it.subjects.json' with { type: 'json' }
import ja from '../../contract/labels/ja.subjects.json' with { type: 'json' }
import nl from '../../contract/labels/nl.subjects.json' with { type: 'json' }
import pl from '../../contract/labels/pl.subjects.json' with { type: 'json' }
import ptBR from '../../contract/labels/pt-BR.subjects.json' with { type: 'json' }

/** What subjects of books are called in each language, by their English words; the page of a book shows them, too. */
export const SUBJECT_LABELS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
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
