import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Whether something is open, and the way to open and to close it. It is open on the entry of the history on
 * which it was opened: a link, Back and Forward close it, and do not open it again.
 */
export function useOpenHere(): [open: boolean, setOpen: (open: boolean) => void] {
  const { key } = useLocation()
  const [place, setPlace] = useState<string>()
  if (place !== undefined && place !== key) setPlace(undefined)
  return [place === key, (open) => setPlace(open ? key : undefined)]
}
