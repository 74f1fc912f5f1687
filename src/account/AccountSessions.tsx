import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { ReaderSession } from '../../contract/session.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { StatusText } from '../components/StatusText.tsx'
import { useIsOffline } from '../components/useIsOffline.ts'
import { formatMoment } from '../languages/format.ts'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { scrollTo } from './AccountSection.tsx'
import { accountMessages } from './messages.ts'

const rowLook = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: 1.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
}

/** `Chrome on Windows`, or as much as is known. */
function deviceOf({ browser, system }: ReaderSession): string {
  const { device, unknownDevice } = accountMessages
  return browser !== null && system !== null
    ? device({ browser, system })
    : (browser ?? system ?? unknownDevice)
}

const whenUsed = ({ isCurrent, createdAt, lastSeenAt }: ReaderSession): string =>
  isCurrent
    ? accountMessages.thisDevice({ time: formatMoment(createdAt) })
    : accountMessages.lastUsed({ time: formatMoment(lastSeenAt) })

/** The devices on which the reader is logged in, each of which can be logged out but the one in use. */
export function AccountSessions({ userId }: { userId: string }) {
  const { data: sessions = [], error, isLoading, refetch } = booksApi.useGetSessionsQuery(userId)
  const isOffline = useIsOffline()
  const [endSession, ended] = booksApi.useEndSessionMutation()
  const [endOthers, endedOthers] = booksApi.useEndOtherSessionsMutation()
  const isEnding = ended.isLoading || endedOthers.isLoading
  const failure = ended.error ?? endedOthers.error
  const failed = failure && (
    <Alert ref={scrollTo} severity="error" sx={{ flexBasis: '100%' }}>
      {accountMessages.endSessionFailed({ reason: errorMessage(failure) })}
    </Alert>
  )
  const status = useRef<HTMLParagraphElement>(null)

  /** Ends one, or all others; what was said of the one before goes. The button that was pressed goes, too. */
  async function end(sessionId?: string, row?: Element | null): Promise<void> {
    if (isEnding) return
    ended.reset()
    endedOthers.reset()
    const { error: refusal } = await (sessionId === undefined
      ? endOthers(userId)
      : endSession({ userId, sessionId }))
    if (refusal) return
    const next = row?.nextElementSibling?.querySelector('button')
    const near = next ?? row?.previousElementSibling?.querySelector('button')
    // The next row comes to where this one was.
    if (near) near.focus({ preventScroll: true })
    else status.current?.focus()
  }

  return (
    <>
      <Typography sx={{ mb: 1.5 }}>{accountMessages.sessionsNote}</Typography>
      <Typography ref={status} role="status" tabIndex={-1} color="textSecondary" sx={{ mb: 1 }}>
        {isLoading
          ? messages.loading
          : ended.isSuccess
            ? accountMessages.sessionEnded
            : endedOthers.isSuccess && accountMessages.otherSessionsEnded}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sessions.map((session) => (
          <Box component="li" key={session.id} sx={rowLook}>
            <Box sx={{ flex: '1 1 0', overflowWrap: 'anywhere' }}>
              <Typography>{deviceOf(session)}</Typography>
              <Typography id={session.id} variant="body2" color="textSecondary">
                {whenUsed(session)}
              </Typography>
            </Box>
            {!session.isCurrent && (
              <Button
                variant="outlined"
                color="inherit"
                aria-label={accountMessages.endSessionOf({ device: deviceOf(session) })}
                // Two may have one name.
                aria-describedby={session.id}
                aria-disabled={isEnding}
                onClick={({ currentTarget }) => void end(session.id, currentTarget.closest('li'))}
                sx={{ flexShrink: 0 }}
              >
                {accountMessages.endSession}
              </Button>
            )}
            {ended.originalArgs?.sessionId === session.id && failed}
          </Box>
        ))}
      </Box>
      {sessions.length > 2 && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={isEnding}
          onClick={() => void end()}
          sx={{ mt: 1.5 }}
        >
          {accountMessages.endOtherSessions}
        </Button>
      )}
      {endedOthers.error && failed}
      {error && isOffline && <StatusText>{readerMessages.offline.notHere}</StatusText>}
      {error && !isOffline && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {messages.tryAgain}
            </Button>
          }
        >
          {accountMessages.sessionsFailed({ reason: errorMessage(error) })}
        </Alert>
      )}
    </>
  )
}
