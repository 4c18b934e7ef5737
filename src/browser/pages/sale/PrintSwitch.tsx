import { Printer } from 'lucide-react'
import { Link } from 'react-router-dom'

import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

/** Whether this terminal prints by itself what is sold, and the way to how it prints; nothing where it never prints. */
export function PrintSwitch() {
  const t = useText()
  const { mode, choose } = useTerminalPrinter()
  if (mode === 'never') return null
  return (
    <div className="printing">
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
      <Link className="small" to={paths.printer()}>
        {t('printer.settings')}
      </Link>
    </div>
  )
}
