import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { DeviceIcon, MoonIcon, SunIcon } from '../components/icons.tsx'
import { accountMessages } from './messages.ts'

const CHOICES = [
  { value: 'system', label: accountMessages.schemes.system, Icon: DeviceIcon },
  { value: 'light', label: accountMessages.schemes.light, Icon: SunIcon },
  { value: 'dark', label: accountMessages.schemes.dark, Icon: MoonIcon },
] as const

/** Chooses light, dark, or the device's scheme; at once, and in every tab. */
export function SchemeSwitch() {
  const { mode, setMode } = useColorScheme()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      value={mode ?? 'system'}
      // Pressing the chosen one again, which is `null`, changes nothing.
      onChange={(_event, value: typeof mode | null) => value && setMode(value)}
      aria-label={accountMessages.appearance}
      sx={{ mb: 2.5 }}
    >
      {CHOICES.map(({ value, label, Icon }) => (
        <ToggleButton key={value} value={value} sx={{ gap: 1, px: 0.5 }}>
          <Icon fontSize="small" sx={{ display: { xs: 'none', above440: 'block' } }} />
          <span>{label}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
