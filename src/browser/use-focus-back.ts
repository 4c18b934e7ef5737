import { useEffect, useRef } from 'react'

/** Once nothing is open any more, the focus goes back to the element with this id, from which it was opened. */
export function useFocusBack(openId: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (openId === undefined && opened.current !== undefined) document.getElementById(opened.current)?.focus()
    opened.current = openId
  }, [openId])
}
