import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { DeviceIcon, MoonIcon, SunIcon } from '../components/icons.tsx'

const CHOICES = [
  { value: 'system', label: 'System', Icon: DeviceIcon },
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
] as const

/** Chooses light, dark, or the device's scheme; at once, and in every tab. */
export function SchemeSwitch() {
  const { mode, setMode } = useColorScheme()
  const labelId = useId()
  return (
    <section aria-labelledby={labelId}>
      <Typography id={labelId} variant="overline" component="h3" color="textSecondary">
        Appearance
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={mode ?? 'system'}
        onChange={(_event, value: typeof mode | null) => {
          // Pressing the chosen one again changes nothing.
          if (value) setMode(value)
        }}
        aria-labelledby={labelId}
      >
        {CHOICES.map(({ value, label, Icon }) => (
          <ToggleButton key={value} value={value} sx={{ gap: 1, px: 0.5 }}>
            <Icon fontSize="small" sx={{ display: { xs: 'none', above440: 'block' } }} />
            <span>{label}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </section>
  )
}
