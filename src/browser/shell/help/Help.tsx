import { useLayoutEffect } from 'react'

import { afterScanGap } from '../../scan-guard.ts'
import { isShortcut, isTypedInto } from '../../shortcuts.ts'
import { HelpSheet } from './HelpSheet.tsx'

type HelpProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Where the focus mostly is; nobody looks for a product that begins so. */
const isEmptySearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''

/** The sheet of keys, from the rail or by its own key: a question mark, of whatever script. */
export function Help({ isOpen, onOpen, onClose }: HelpProps) {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!/^[?؟]$/.test(event.key) || event.altKey || !isShortcut(event)) return
      if (isTypedInto(event.target) && !isEmptySearch(event.target)) return
      event.preventDefault()
      afterScanGap(event, onOpen)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onOpen])
  return isOpen ? <HelpSheet onClose={onClose} /> : null
}
