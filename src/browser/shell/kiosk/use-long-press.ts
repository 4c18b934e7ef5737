import { useEffect, useRef } from 'react'

/** So long a finger rests on the mark before it means something. */
export const LONG_PRESS_MS = 1_500
/** A finger is never quite still. */
const MAY_STRAY_PX = 12

/** Watches whatever `selector` finds, on whichever screen it stands. A press that strays or ends before is none. */
export function useLongPress(selector: string, onPressed: () => void): void {
  const pressed = useRef(onPressed)
  useEffect(() => {
    pressed.current = onPressed
  })
  useEffect(() => {
    let began: { x: number; y: number; mark: Element; timer: ReturnType<typeof setTimeout> } | undefined
    const stop = () => {
      if (!began) return
      clearTimeout(began.timer)
      began.mark.removeAttribute('data-pressed')
      began = undefined
    }
    const start = ({ target, clientX: x, clientY: y, isPrimary }: PointerEvent) => {
      const mark = target instanceof Element ? target.closest(selector) : null
      stop()
      if (!mark || !isPrimary) return
      mark.setAttribute('data-pressed', '')
      const timer = setTimeout(() => {
        stop()
        pressed.current()
      }, LONG_PRESS_MS)
      began = { x, y, mark, timer }
    }
    const stray = ({ clientX, clientY }: PointerEvent) => {
      if (began && Math.hypot(clientX - began.x, clientY - began.y) > MAY_STRAY_PX) stop()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pointerdown', start, { signal })
    window.addEventListener('pointermove', stray, { signal })
    window.addEventListener('pointerup', stop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    return () => {
      stop()
      listening.abort()
    }
  }, [selector])
}
