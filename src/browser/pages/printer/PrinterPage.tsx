import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'

import { PAPER_WIDTHS, type PaperWidth } from '#receipt-printer/plain-document.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { LANGUAGES } from '../../i18n/languages.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { LOCALES } from '../../i18n/writing.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import type { PrintDocument } from '../../printing/print-document.ts'
import { isUnclear, printDocument } from '../../printing/print.ts'
import { PrintNotice } from '../../printing/PrintProblems.tsx'
import type { PrinterKind } from '../../printing/receipt-printer.ts'
import { BAUD_RATES, deviceOf, PRINT_MODES, PRINTERS, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useConnection } from '../../printing/use-connection.ts'
import { usePrint } from '../../printing/use-print.ts'
import { Button } from '../../ui/Button.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { useReceiptSettings } from '../../sale/documents/print-context.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { NetworkPrinterChoice, NoNetworkPrinter } from './NetworkPrinter.tsx'

const CARD = 'flex flex-col gap-4 rounded-3 border-1 border-line bg-surface p-4 md:px-5'

export default function PrinterPage() {
  const t = useText()
  const { mode, printer, networkId, width, choose } = useTerminalPrinter()
  useReceiptSettings()
  const { data: shop } = useQuery({ ...catalogQuery, select: ({ point }) => point.receiptName || point.agentName })
  const [openedAt] = useState(() => Date.now())
  const isNoneChosen = printer === 'network' && networkId === undefined
  const makePage = (at: number, type: 'printer' | 'browser') =>
    testDocument({ shop: shop ?? '', at, width, type, address: window.location.origin, t })

  return (
    <PageLayout
      title={t('printer.title')}
      panel={
        <SidePanel
          foot={
            mode === 'never' ? undefined : isNoneChosen ? (
              <NoNetworkPrinter />
            ) : (
              <TestPrint
                // The result for one printer does not apply to another.
                key={`${printer} ${networkId ?? ''}`}
                makePage={(from) => makePage(Date.now(), printer === 'browser' ? 'browser' : from)}
              />
            )
          }
        >
          <div>
            <div className="relative z-1 mx-4 h-2 rounded-1 bg-slot" />
            <PrintPreview
              paper={makePage(openedAt, 'browser')}
              width={width}
              name={t('printer.preview')}
              qrName={t('printer.test.qr')}
            />
          </div>
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
          options={PAPER_WIDTHS.map((value) => ({ value, text: t(`printer.mm.${value}`) }))}
          value={width}
          onChange={(chosen) => choose({ width: chosen })}
        />
      </section>
      {mode !== 'never' && (
        <section className={CARD}>
          <Radios
            label={t('printer.printedBy')}
            options={PRINTERS.map((value) => {
              const device = deviceOf(value)
              const isMissing = device !== undefined && !(device in navigator)
              const hint = isMissing ? (`missing.${device}` as const) : (`${value}.hint` as const)
              return { value, text: t(`printer.by.${value}`), hint: t(`printer.by.${hint}`), isDisabled: isMissing }
            })}
            value={printer}
            onChange={(chosen) => choose({ printer: chosen })}
          />
          {deviceOf(printer) && <ReceiptPrinter key={printer} kind={deviceOf(printer)!} />}
          {printer === 'network' && (
            <>
              <NetworkPrinterChoice />
              <DrawerSwitch />
            </>
          )}
        </section>
      )}
    </PageLayout>
  )
}

function ReceiptPrinter({ kind }: { kind: PrinterKind }) {
  const t = useText()
  const { connection, isConnecting, connect } = useConnection(kind)
  const { baudRate, choose } = useTerminalPrinter()
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
      <DrawerSwitch />
    </>
  )
}

function DrawerSwitch() {
  const t = useText()
  const { hasDrawer, choose } = useTerminalPrinter()
  return (
    <Switch isOn={hasDrawer} onChange={(isOn) => choose({ hasDrawer: isOn })}>
      <span className="block font-semibold">{t('printer.drawer')}</span>
      <span className="block text-1 text-ink-2">{t('printer.drawer.hint')}</span>
    </Switch>
  )
}

function TestPrint({ makePage }: { makePage: (from: 'printer' | 'browser') => PrintDocument }) {
  const t = useText()
  const { print, isPrinting, outcome } = usePrint(printDocument)
  const { choose } = useTerminalPrinter()
  const printTest = async (from: 'printer' | 'browser') => {
    const printed = await print(makePage(from), { from })
    // Printing a test page counts as choosing the current settings.
    if (printed.by !== 'nothing' && from === 'printer') choose({})
  }
  return (
    <>
      <PrintNotice outcome={outcome}>
        {isUnclear(outcome) && (
          <div className="mt-2">
            <Button onClick={() => void printTest('browser')}>{t('printer.byBrowserInstead')}</Button>
          </div>
        )}
      </PrintNotice>
      <Button
        variant="primary"
        size="xl"
        amount=""
        icon={Printer}
        pending={isPrinting}
        onClick={() => void printTest('printer')}
      >
        {t('printer.printTest')}
      </Button>
    </>
  )
}

/** Characters per line: in the printer's own font, and in ours when the browser prints. */
const COLUMNS: Record<'printer' | 'browser', Record<PaperWidth, number>> = {
  printer: { 58: 32, 72: 42, 80: 48 },
  browser: { 58: 30, 72: 33, 80: 37 },
}

type TestPaperOptions = {
  shop: string
  at: number
  width: PaperWidth
  type: 'printer' | 'browser'
  address: string
  t: Text
}

/** Everything a receipt may contain, without looking like one. */
function testDocument({ shop, at, width, type, address, t }: TestPaperOptions): PrintDocument {
  return {
    kind: 'test',
    lines: [
      { kind: 'banner', text: t('printer.test.heading') },
      { kind: 'text', align: 'center', text: shop, look: 'title' },
      { kind: 'text', align: 'center', text: t('printer.test.noReceipt'), look: 'strong' },
      { kind: 'rule' },
      { kind: 'pair', label: t('printer.test.time'), value: formatStamp(at) },
      {
        kind: 'pair',
        label: t('printer.test.width'),
        value: t(`printer.mm.${width}`),
        isStrong: true,
      },
      { kind: 'rule' },
      { kind: 'text', align: 'start', text: t('printer.test.latin') },
      { kind: 'text', align: 'start', text: t('printer.test.arabic') },
      { kind: 'text', align: 'start', text: LOCALES.map((locale) => LANGUAGES[locale].name).join(' · ') },
      { kind: 'text', align: 'center', text: '0123 4567 89AB', look: 'code' },
      { kind: 'text', align: 'center', text: t('printer.test.qr'), look: 'small' },
      { kind: 'qr', text: address },
      { kind: 'rule' },
      { kind: 'text', align: 'start', text: t('printer.test.edge') },
      { kind: 'text', align: 'start', text: rulerOf(COLUMNS[type][width]) },
    ],
  }
}

/** Every tenth place is a digit: `----+----1----+----2…`, with a mark at both ends. */
function rulerOf(columns: number): string {
  const places = Array.from({ length: columns - 2 }, (_, index) => {
    const place = index + 2
    return place % 10 === 0 ? String(place / 10) : place % 5 === 0 ? '+' : '-'
  })
  return `|${places.join('')}|`
}
