import { useEffect, useState } from 'react'
import { useLanguage } from '../../languages/useLanguage.ts'

type Labels = Readonly<Record<string, string>>

const FOLDER = '../../../contract/labels'
const LABELS = import.meta.glob<Labels>(
  ['../../../contract/labels/*.json', '!../../../contract/labels/en.*'],
  { import: 'default' },
)

/** What subjects are called in the language of the app, by their English words; those without a label stay English. */
export function useSubjectLabels(): Labels {
  const language = useLanguage()
  const [found, setFound] = useState<{ language: string; labels: Labels }>()
  useEffect(() => {
    void LABELS[`${FOLDER}/${language}.subjects.json`]?.().then(
      (labels) => setFound({ language, labels }),
      () => undefined,
    )
  }, [language])
  return found?.language === language ? found.labels : {}
}
