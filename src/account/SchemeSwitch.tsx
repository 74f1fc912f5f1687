import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { DeviceIcon, MoonIcon, SunIcon } from '../components/readerIcons.tsx'
import { accountMessages } from './messages.ts'

const CHOICES = [
  { value: 'system', Icon: DeviceIcon },
  { value: 'light', Icon: SunIcon },
  { value: 'dark', Icon: MoonIcon },
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
      sx={{ mb: 1.5 }}
    >
      {CHOICES.map(({ value, Icon }) => (
        <ToggleButton key={value} value={value} sx={{ gap: 1, px: 0.5 }}>
          <Icon fontSize="small" sx={{ display: { xs: 'none', above440: 'block' } }} />
          <span>{accountMessages.schemes[value]}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
