import { useEffect, useEffectEvent } from 'react'

/** Calls back on an event of the whole window, wherever the focus is, while something is open. */
export function useWhileOpen<T extends 'keydown' | 'pointerdown'>(
  open: boolean,
  type: T,
  listener: (event: WindowEventMap[T]) => void,
): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    if (!open) return
    const listen = (event: WindowEventMap[T]) => onEvent(event)
    window.addEventListener(type, listen)
    return () => window.removeEventListener(type, listen)
  }, [open, type])
}
