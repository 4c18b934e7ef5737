import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'

import { catalogueQuery } from '../../api/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import { PrintProblems } from '../../printing/PrintProblems.tsx'
import { printDocument, type PrintOutcome } from '../../printing/print.ts'
import type { PrinterKind } from '../../printing/receipt-printer.ts'
import { BAUD_RATES, PAPER_WIDTHS, PRINT_MODES, PRINTERS, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { testDocument } from './test-document.ts'
import { useConnection } from './use-connection.ts'

const CARD = 'flex flex-col gap-4 rounded-3 border-1 border-line bg-surface p-4 md:px-5'

/** How this terminal prints, with a page to try it. */
export default function PrinterPage() {
  const t = useText()
  const { mode, printer, width, choose } = useTerminalPrinter()
  const { data: shop } = useQuery({ ...catalogueQuery, select: ({ point }) => point.receiptName || point.agentName })
  const [openedAt] = useState(() => Date.now())
  const makePage = (at: number, type: 'printer' | 'browser') =>
    testDocument({ shop: shop ?? '', at, width, type, address: window.location.origin, t })

  return (
    <PageLayout
      title={t('printer.title')}
      panel={
        <SidePanel
          foot={<TestPrint makePage={(from) => makePage(Date.now(), printer === 'browser' ? 'browser' : from)} />}
        >
          <PrintPreview
            paper={makePage(openedAt, 'browser')}
            width={width}
            name={t('printer.preview')}
            qrName={t('printer.test.qr')}
          />
        </SidePanel>
      }
    >
      <section className={CARD}>
        <Radios
          label={t('printer.whenSold')}
          look="chips"
          options={PRINT_MODES.map((value) => ({ value, text: t(`printer.mode.${value}`) }))}
          value={mode}
          onChange={(chosen) => choose({ mode: chosen })}
        />
        <Radios
          label={t('printer.width')}
          look="chips"
          options={PAPER_WIDTHS.map((value) => ({ value, text: t('printer.mm', { width: String(value) }) }))}
          value={width}
          onChange={(chosen) => choose({ width: chosen })}
        />
      </section>
      <section className={CARD}>
        <Radios
          label={t('printer.printedBy')}
          options={PRINTERS.map((value) => {
            const isMissing = value !== 'browser' && !(value in navigator)
            const hint = isMissing ? 'missing' : value === 'browser' ? 'browser.hint' : 'receipt.hint'
            return { value, text: t(`printer.by.${value}`), hint: t(`printer.by.${hint}`), isDisabled: isMissing }
          })}
          value={printer}
          onChange={(chosen) => choose({ printer: chosen })}
        />
        {printer !== 'browser' && <ReceiptPrinter key={printer} kind={printer} />}
      </section>
    </PageLayout>
  )
}

/** Whether the receipt printer is there, the button that lets the person choose it, and what is connected to it. */
function ReceiptPrinter({ kind }: { kind: PrinterKind }) {
  const t = useText()
  const { connection, isConnecting, connect } = useConnection(kind)
  const { baudRate, hasDrawer, choose } = useTerminalPrinter()
  const isConnected = connection.state === 'connected'
  return (
    <>
      {kind === 'serial' && (
        <Radios
          label={t('printer.speed')}
          look="chips"
          options={BAUD_RATES.map((value) => ({ value, text: String(value) }))}
          value={baudRate}
          onChange={(chosen) => choose({ baudRate: chosen })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <span className="min-w-0 flex-1" role="status">
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
        <Button pending={isConnecting} onClick={() => void connect()}>
          {t(isConnected ? 'printer.connectAnother' : 'printer.connect')}
        </Button>
      </div>
      <Switch isOn={hasDrawer} onChange={(isOn) => choose({ hasDrawer: isOn })}>
        <span className="block font-semibold">{t('printer.drawer')}</span>
        <span className="block text-1 text-ink-2">{t('printer.drawer.hint')}</span>
      </Switch>
    </>
  )
}

type TestPrintProps = { makePage: (from: 'printer' | 'browser') => PrintDocument }

/** Prints the test page and says what became of it, for each method that was tried. */
function TestPrint({ makePage }: TestPrintProps) {
  const t = useText()
  const [outcome, setOutcome] = useState<PrintOutcome>()
  const [isPrinting, setIsPrinting] = useState(false)
  const mayHavePrinted = outcome?.by === 'nothing' && outcome.mayHavePrinted

  const print = async (from: 'printer' | 'browser') => {
    setOutcome(undefined)
    setIsPrinting(true)
    setOutcome(await printDocument(makePage(from), { from }))
    setIsPrinting(false)
  }
  return (
    <>
      {outcome && (
        <Notice
          tone="info"
          role="status"
          heading={t(`printer.outcome.${mayHavePrinted ? 'mayHavePrinted' : outcome.by}`)}
        >
          <PrintProblems failed={outcome.failed} />
          {mayHavePrinted && (
            <div className="mt-2">
              <Button onClick={() => void print('browser')}>{t('printer.byBrowserInstead')}</Button>
            </div>
          )}
        </Notice>
      )}
      <Button
        variant="primary"
        size="xl"
        amount=""
        icon={Printer}
        pending={isPrinting}
        onClick={() => void print('printer')}
      >
        {t('printer.printTest')}
      </Button>
    </>
  )
}
