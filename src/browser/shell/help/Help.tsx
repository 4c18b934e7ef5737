import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { HelpSheet } from './HelpSheet.tsx'

type HelpProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The sheet of keys, from the rail or by its own key: a question mark, of whatever script. */
export function Help({ isOpen, onOpen, onClose }: HelpProps) {
  useHotkeys([{ ...KEYS.help, run: onOpen }])
  return isOpen ? <HelpSheet onClose={onClose} /> : null
}
