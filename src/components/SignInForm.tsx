import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { booksApi } from '../api/booksApi.ts'
import { providerName } from '../lib/providerName.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { FormFields, FormNote } from './FormFields.tsx'
import { GoogleIcon } from './icons.tsx'
import { useFields, type AuthMode, type Fields } from './useFields.ts'
import { placeOfPage, useWelcome } from './useWelcome.ts'

interface SignInFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The form is the whole page. */
  isPage: boolean
  /** A sign-in by this form has begun, which leads on by itself, or has failed. */
  onSigningIn?: (isUnderWay: boolean) => void
  note: string | undefined
  /** As it was typed into another form. */
  email: string
  /** Where the server mails links to a new password. */
  onForgotten: ((email: string) => void) | undefined
}

/** Logs in or registers, as its mode says (docs/product.md 2.4). */
export function SignInForm(props: SignInFormProps) {
  const { mode, onModeChange, isPage, onSigningIn, note, email, onForgotten } = props
  const [logIn, { isLoading: isLoggingIn }] = booksApi.useLoginMutation()
  const [register, { isLoading: isRegistering }] = booksApi.useRegisterMutation()
  const isPending = isLoggingIn || isRegistering
  const fields = useFields(mode, isPending, submit)
  const { problems, form, fail, typedEmail, clear } = fields
  const isRegister = mode === 'register'
  const welcome = useWelcome(isPage)

  async function submit({ name, email, password, confirmPassword }: Fields): Promise<void> {
    onSigningIn?.(true)
    const startedAt = placeOfPage()
    try {
      if (isRegister) {
        const { message } = await register({ name, email, password, confirmPassword }).unwrap()
        welcome(paths.categories, message || messages.session.registered, startedAt)
      } else {
        const reader = await logIn({ email, password }).unwrap()
        welcome(
          paths.recommendations,
          messages.session.welcomeBack({ name: reader.name }),
          startedAt,
        )
      }
    } catch (error) {
      onSigningIn?.(false)
      fail(error)
    }
  }

  const forgotButton = onForgotten && !isRegister && (
    // Beside the label: nothing moves when it comes.
    <Button
      size="small"
      onClick={() => onForgotten(typedEmail())}
      sx={{ position: 'absolute', zIndex: 1, top: -8, right: 0, minHeight: 36, p: 0 }}
    >
      {messages.forgotten.title}
    </Button>
  )
  return (
    <>
      {note && !problems.form && <FormNote>{note}</FormNote>}
      <Box component="form" {...form} sx={{ display: 'flex', flexDirection: 'column' }}>
        <FormFields fields={fields} email={email} aside={forgotButton} />
        {problems.form && <FormNote isProblem>{problems.form}</FormNote>}
        {/* Not `disabled`: the focus would be lost, also where the server refuses. */}
        <Button type="submit" variant="contained" aria-disabled={isPending}>
          {/* A page translator replaces text nodes; React still finds the span to write into. */}
          <span>{messages.pages[mode]}</span>
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ my: 1.5, textAlign: 'center' }}>
        {messages.form.or}
      </Typography>
      {/* Hidden, not left out: the page was built with Google's sign. */}
      <Box
        sx={{
          display: 'grid',
          '[data-provider] & .MuiButton-startIcon': { display: 'none' },
        }}
      >
        <Button href={paths.google} variant="outlined" color="inherit" startIcon={<GoogleIcon />}>
          {messages.form.continueWith({ provider: providerName() })}
        </Button>
      </Box>
      <Typography color="textSecondary" sx={{ mt: 2 }}>
        <span>{isRegister ? messages.form.hasAccount : messages.form.isNew}</span>
        <Link
          component="button"
          type="button"
          variant="button"
          onClick={() => {
            clear()
            onModeChange(isRegister ? 'login' : 'register')
          }}
          sx={{ minHeight: 44 }}
        >
          <span>{isRegister ? messages.form.toLogin : messages.form.toRegister}</span>
        </Link>
      </Typography>
    </>
  )
}
