import { Printer } from 'lucide-react'

import { useTerminalPrinter } from '../../device/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'

/** Whether this terminal prints by itself what is sold; nothing where it never prints. */
export function PrintSwitch() {
  const t = useText()
  const { mode, choose } = useTerminalPrinter()
  if (mode === 'never') return null
  return (
    <label className="printswitch">
      <Printer className="ic" size={24} aria-hidden="true" />
      <span className="grow">{t('sale.printWhenSold')}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={mode === 'auto'}
        checked={mode === 'auto'}
        onChange={({ currentTarget }) => choose({ mode: currentTarget.checked ? 'auto' : 'ask' })}
      />
    </label>
  )
}
