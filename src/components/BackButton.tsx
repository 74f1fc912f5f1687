import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { arrowLeft } from './drawings.ts'
import { Icon } from './Icon.tsx'

/** One step back in history; home where this tab has no earlier page of ours (decision 10). */
export function BackButton() {
  const navigate = useNavigate()
  const { key } = useLocation()
  // A page that was opened by its address has no key; whether another of ours lies behind it, the browser knows.
  const isFirst = () => key === 'default' && !('navigation' in window && navigation.canGoBack)
  return (
    <button
      type="button"
      className="button quiet no-print"
      onClick={() => void (isFirst() ? navigate(paths.home) : navigate(-1))}
    >
      <Icon name={arrowLeft} />
      Back
    </button>
  )
}
