import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ExportFormat } from '../../contract/account.ts'
import { useExportAccountMutation } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { DownloadIcon } from '../components/icons.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { messages } from '../messages.ts'

const FILES = [
  { format: 'json', type: 'application/json', label: 'Download as JSON' },
  { format: 'csv', type: 'text/csv;charset=utf-8', label: 'Download as CSV' },
] as const satisfies readonly { format: ExportFormat; type: string; label: string }[]

/** Everything held about the reader, as a file. */
export function AccountDownloads({ userId }: { userId: string }) {
  const [exportAccount, { isLoading, isSuccess, error, reset }] = useExportAccountMutation()

  async function download({ format, type }: (typeof FILES)[number]): Promise<void> {
    if (isLoading) return
    reset()
    const { data } = await exportAccount({ userId, format })
    if (data === undefined) return
    saveFile(`catchword-account.${format}`, type, data)
  }

  return (
    <section aria-labelledby="account-data">
      <Typography id="account-data" variant="overline" component="h3" color="textSecondary">
        Your data
      </Typography>
      <Typography>
        Everything Catchword holds about you: account, interests, favorites, sign-ins and picture.
        JSON is complete; CSV opens in a spreadsheet and leaves the picture out.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {FILES.map((file) => (
          <Button
            key={file.format}
            variant="outlined"
            color="inherit"
            startIcon={<DownloadIcon />}
            // It keeps the focus while it waits.
            aria-disabled={isLoading}
            onClick={() => void download(file)}
          >
            {file.label}
          </Button>
        ))}
      </Box>
      <Typography role="status" color="textSecondary" sx={{ mt: 1 }}>
        {isLoading ? messages.loading : isSuccess ? messages.exported : ''}
      </Typography>
      {error && <Alert severity="error">{messages.exportFailed(errorMessage(error))}</Alert>}
    </section>
  )
}
