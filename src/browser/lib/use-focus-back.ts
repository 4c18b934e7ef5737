import { useEffect, useRef } from 'react'

/** When the last item is closed, returns the focus to the element (found by its id) that opened it. */
export function useFocusBack(openId: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (openId === undefined && opened.current !== undefined) document.getElementById(opened.current)?.focus()
    opened.current = openId
  }, [openId])
}
