import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { arrowLeft } from './drawings.ts'
import { Icon } from './Icon.tsx'

/** One step back in history; home where this tab has no earlier page of ours (decision 10). */
export function BackButton() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <button
      type="button"
      className="button quiet no-print"
      onClick={() => void (key === 'default' ? navigate(paths.home) : navigate(-1))}
    >
      <Icon name={arrowLeft} />
      Back
    </button>
  )
}
