import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ExportFormat } from '../../contract/account.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { DownloadIcon } from '../components/readerIcons.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { messages } from '../messages.ts'
import { accountMessages } from './messages.ts'
import { pairLook } from '../theme.ts'

const FORMATS: readonly ExportFormat[] = ['json', 'csv']
const TYPES: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
}

/** Everything stored about the reader, as a file. */
export function AccountDownloads({ userId }: { userId: string }) {
  const [exportAccount, { isLoading, isSuccess, error, reset }] =
    booksApi.useExportAccountMutation()

  async function download(format: ExportFormat): Promise<void> {
    if (isLoading) return
    reset()
    const { data } = await exportAccount({ userId, format })
    if (data !== undefined) saveFile(`catchword-account.${format}`, TYPES[format], data)
  }

  return (
    <>
      <Typography>{accountMessages.downloadNote}</Typography>
      <Box sx={{ ...pairLook, mt: 1.5 }}>
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            color="inherit"
            startIcon={<DownloadIcon />}
            // It keeps the focus while it waits.
            aria-disabled={isLoading}
            onClick={() => void download(format)}
          >
            {accountMessages.downloadAs({ format: format.toUpperCase() })}
          </Button>
        ))}
      </Box>
      <Typography role="status" color="textSecondary" sx={{ mt: 1 }}>
        {isLoading ? messages.loading : isSuccess ? accountMessages.downloaded : ''}
      </Typography>
      {error && (
        <Alert severity="error">
          {accountMessages.exportFailed({ reason: errorMessage(error) })}
        </Alert>
      )}
    </>
  )
}
