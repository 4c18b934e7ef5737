import type { PrinterKind } from '../../printing/receipt-printer.ts'
import { BAUD_RATES, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { ChoiceChips } from './ChoiceChips.tsx'
import { useConnection } from './use-connection.ts'

type ReceiptPrinterStateProps = { kind: PrinterKind }

/** Whether the receipt printer is there, the button that lets the person choose it, and what hangs on it. */
export function ReceiptPrinterState({ kind }: ReceiptPrinterStateProps) {
  const t = useText()
  const { connection, isConnecting, connect } = useConnection(kind)
  const { baudRate, hasDrawer, choose } = useTerminalPrinter()
  const isConnected = connection.state === 'connected'
  return (
    <>
      {kind === 'serial' && (
        <ChoiceChips
          heading={t('printer.speed')}
          choices={BAUD_RATES.map((value) => ({ value, label: String(value) }))}
          chosen={baudRate}
          onChoose={(chosen) => choose({ baudRate: chosen })}
        />
      )}
      <div className="printer__connection">
        <span className="grow" role="status">
          {connection.state === 'looking' && t('printer.looking')}
          {isConnected && t('printer.connected')}
          {connection.state === 'not-connected' &&
            (connection.why === undefined || connection.why === 'not-there'
              ? t('printer.notConnected')
              : t('printer.failed', {
                  method: t('printer.notConnected'),
                  reason: t(`printer.reason.${connection.why}`),
                }))}
        </span>
        <button
          type="button"
          className="btn"
          aria-busy={isConnecting}
          aria-disabled={isConnecting}
          onClick={() => void connect()}
        >
          {t(isConnected ? 'printer.connectAnother' : 'printer.connect')}
        </button>
      </div>
      <label className="printer__switch">
        <span className="grow">
          <b>{t('printer.drawer')}</b>
          <span className="small muted">{t('printer.drawer.hint')}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={hasDrawer}
          checked={hasDrawer}
          onChange={(event) => choose({ hasDrawer: event.currentTarget.checked })}
        />
      </label>
    </>
  )
}
