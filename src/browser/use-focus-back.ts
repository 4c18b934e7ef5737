import { useEffect, useRef } from 'react'

/** When the last item is closed, returns the focus to the element with the id from which it was opened. */
export function useFocusBack(openId: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (openId === undefined && opened.current !== undefined) document.getElementById(opened.current)?.focus()
    opened.current = openId
  }, [openId])
}
