import { useState } from 'react'

import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { HelpSheet } from './HelpSheet.tsx'

type HelpProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Help, from the rail, or by a question mark of any script: who presses that one wants the keys. */
export function Help({ isOpen, onOpen, onClose }: HelpProps) {
  const [isByKey, setIsByKey] = useState(false)
  const openAtKeys = () => {
    setIsByKey(true)
    onOpen()
  }
  useHotkeys([{ ...KEYS.help, run: openAtKeys }])
  const close = () => {
    setIsByKey(false)
    onClose()
  }
  return isOpen ? <HelpSheet opensAtKeys={isByKey} onClose={close} /> : null
}
