import { useLayoutEffect, useState } from 'react'

import { afterScanGap } from '../../scan-guard.ts'
import { isShortcut, isTypedInto } from '../../shortcuts.ts'
import { HelpSheet } from './HelpSheet.tsx'

type HelpProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Where the focus mostly is; nobody looks for a product that begins so. */
const isEmptySearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''

/** Help, from the rail, or by a question mark of any script: who presses that one wants the keys. */
export function Help({ isOpen, onOpen, onClose }: HelpProps) {
  const [isByKey, setIsByKey] = useState(false)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!/^[?؟]$/.test(event.key) || event.altKey || !isShortcut(event)) return
      if (isTypedInto(event.target) && !isEmptySearch(event.target)) return
      event.preventDefault()
      afterScanGap(event, () => {
        setIsByKey(true)
        onOpen()
      })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onOpen])
  const close = () => {
    setIsByKey(false)
    onClose()
  }
  return isOpen ? <HelpSheet opensAtKeys={isByKey} onClose={close} /> : null
}
