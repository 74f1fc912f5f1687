import { useLayoutEffect } from 'react'

/**
 * Stands at the end of what is shown first: once it is there the whole page answers, is no longer `inert`
 * (decision page 0028), and has its face for titles. The frame alone is taken up earlier; a form sent at
 * that moment would put the password into the address.
 */
export function TakenUp() {
  useLayoutEffect(() => {
    document.getElementById('root')?.removeAttribute('inert')
    document.documentElement.classList.remove('drawn')
  }, [])
  return null
}
