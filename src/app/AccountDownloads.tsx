import { useState } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '../../contract/account.ts'
import { accountApi } from '../api/accountApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { Icon } from '../components/Icon.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { messages } from '../messages.ts'
import { accountMessages } from './accountMessages.ts'
import { useAppDispatch } from '../state/hooks.ts'
import styles from './AccountDialog.module.css'
import { download as drawing } from './drawings.ts'

const FILES: Readonly<Record<ExportFormat, { type: string; label: string }>> = {
  json: { type: 'application/json', label: 'Download as JSON' },
  csv: { type: 'text/csv;charset=utf-8', label: 'Download as CSV' },
}

/** Spreadsheets tell the encoding by this mark, which the browser takes off an answer's text. */
const BYTE_ORDER_MARK = '\uFEFF'

/** How the last download went; `error` is what RTK Query rejects with. */
type Outcome = 'none' | 'pending' | 'saved' | { error: unknown }

/** Everything held about the reader, to take away as a file. */
export function AccountDownloads({ userId }: { userId: string }) {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<Outcome>('none')

  async function download(format: ExportFormat): Promise<void> {
    if (outcome === 'pending') return
    setOutcome('pending')
    // Not tracked: nothing of it stays in the store.
    const { data, error } = await dispatch(
      accountApi.endpoints.exportAccount.initiate({ userId, format }, { track: false }),
    )
    if (data === undefined) {
      setOutcome({ error })
      return
    }
    const mark = format === 'csv' ? BYTE_ORDER_MARK : ''
    saveFile(`catchword-account.${format}`, FILES[format].type, mark + data)
    setOutcome('saved')
  }

  return (
    <section className={styles['part']} aria-labelledby="account-data">
      <h3 id="account-data" className={styles['label']}>
        Your data
      </h3>
      <p>
        Everything Catchword holds about you: account, interests, favorites, sign-ins and picture.
        JSON is complete; CSV opens in a spreadsheet and leaves the picture out.
      </p>
      <div className={styles['buttons']}>
        {EXPORT_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="button quiet"
            // It keeps the focus while it waits.
            aria-disabled={outcome === 'pending'}
            onClick={() => void download(format)}
          >
            <Icon name={drawing} />
            {FILES[format].label}
          </button>
        ))}
      </div>
      <p role="status" className={styles['said']}>
        {outcome === 'pending' && messages.loading}
        {outcome === 'saved' && (
          <>
            <Icon name="check" />
            {accountMessages.exported}
          </>
        )}
      </p>
      {typeof outcome === 'object' && (
        <p role="alert" className={styles['failure']}>
          <Icon name="alert" />
          <span>{accountMessages.exportFailed(errorMessage(outcome.error))}</span>
        </p>
      )}
    </section>
  )
}
