import { useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useLongPress } from './use-long-press.ts'

/** Where the shop's mark stands. */
const MARK = '[class~="kbar__logo"], [class~="signin__logo"]'

/** The way out of a kiosk: a long press on the mark, or the first stop of the Tab key. It takes a supervisor. */
export function LeaveKiosk() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useLongPress(MARK, open)
  return (
    <>
      <button type="button" className="btn leavekiosk" onClick={open}>
        {t('kiosk.leaveByKey')}
      </button>
      {isOpen && <LeaveDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
