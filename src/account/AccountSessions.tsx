import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReaderSession } from '../../contract/session.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { messages } from '../messages.ts'
import { takeFocus } from './AccountSection.tsx'
import { accountMessages } from './messages.ts'

const rowLook = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
}

const whenUsed = ({ isCurrent, createdAt, lastSeenAt }: ReaderSession): string =>
  isCurrent
    ? `${accountMessages.thisDevice}. ${accountMessages.loggedInSince(createdAt)}`
    : accountMessages.lastUsed(lastSeenAt)

/** The devices on which the reader is logged in, each of which can be logged out but the one in use. */
export function AccountSessions({ userId }: { userId: string }) {
  const { data: sessions = [], error, isLoading, refetch } = booksApi.useGetSessionsQuery(userId)
  const [endSession, ended] = booksApi.useEndSessionMutation()
  const [endOthers, endedOthers] = booksApi.useEndOtherSessionsMutation()
  const isEnding = ended.isLoading || endedOthers.isLoading
  const failure = ended.error ?? endedOthers.error
  const done = ended.isSuccess
    ? accountMessages.sessionEnded
    : endedOthers.isSuccess && accountMessages.otherSessionsEnded

  /** Ends one, or all others; what was said of the one before goes. */
  function end(sessionId?: string): void {
    if (isEnding) return
    ended.reset()
    endedOthers.reset()
    void (sessionId === undefined ? endOthers(userId) : endSession({ userId, sessionId }))
  }

  return (
    <>
      <Typography sx={{ mb: 1.5 }}>{accountMessages.sessionsNote}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sessions.map((session) => (
          <Box component="li" key={session.id} sx={rowLook}>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              <Typography>{accountMessages.device(session)}</Typography>
              <Typography id={session.id} variant="body2" color="textSecondary">
                {whenUsed(session)}
              </Typography>
            </Box>
            {!session.isCurrent && (
              <Button
                variant="outlined"
                color="inherit"
                aria-label={accountMessages.endSessionOf(accountMessages.device(session))}
                // Two may have one name.
                aria-describedby={session.id}
                aria-disabled={isEnding}
                onClick={() => end(session.id)}
                sx={{ flexShrink: 0 }}
              >
                {accountMessages.endSession}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {sessions.length > 2 && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={isEnding}
          onClick={() => end()}
          sx={{ mt: 1.5 }}
        >
          {accountMessages.endOtherSessions}
        </Button>
      )}
      <Typography role="status" color="textSecondary" sx={{ mt: 1 }}>
        {isLoading
          ? messages.loading
          : done && (
              // The button that was pressed is gone.
              <span ref={takeFocus} tabIndex={-1}>
                {done}
              </span>
            )}
      </Typography>
      {failure && (
        <Alert severity="error">{accountMessages.endSessionFailed(errorMessage(failure))}</Alert>
      )}
      {error && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {messages.tryAgain}
            </Button>
          }
        >
          {accountMessages.sessionsFailed(errorMessage(error))}
        </Alert>
      )}
    </>
  )
}
