import '../../styles/printer.css'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { catalogueQuery } from '../../api/catalogue.ts'
import { PAPER_WIDTHS, PRINT_MODES, PRINTERS, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import { ChoiceChips } from './ChoiceChips.tsx'
import { ReceiptPrinterState } from './ReceiptPrinterState.tsx'
import { testDocument } from './test-document.ts'
import { TestPrint } from './TestPrint.tsx'

/** How this terminal prints, with a page to try it. */
export default function PrinterPage() {
  const t = useText()
  const { mode, printer, width, choose } = useTerminalPrinter()
  const { data: shop } = useQuery({
    ...catalogueQuery,
    select: ({ point }) => point.receiptName || point.agentName,
  })
  const [openedAt] = useState(() => Date.now())
  const makePaper = (at: number, type: 'printer' | 'browser') =>
    testDocument({ shop: shop ?? '', at, width, type, address: window.location.origin, t })

  return (
    <div className="printer">
      <div className="head">
        <h1>{t('printer.title')}</h1>
      </div>
      <div className="printer__columns">
        <div className="printer__cards">
          <section className="card printer__card">
            <ChoiceChips
              heading={t('printer.whenSold')}
              choices={PRINT_MODES.map((value) => ({ value, label: t(`printer.mode.${value}`) }))}
              chosen={mode}
              onChoose={(chosen) => choose({ mode: chosen })}
            />
            <ChoiceChips
              heading={t('printer.width')}
              choices={PAPER_WIDTHS.map((value) => ({ value, label: t('printer.mm', { width: String(value) }) }))}
              chosen={width}
              onChoose={(chosen) => choose({ width: chosen })}
            />
          </section>
          <section className="card printer__card">
            <fieldset className="printer__choice">
              <legend>{t('printer.printedBy')}</legend>
              {PRINTERS.map((each) => {
                const isMissing = each !== 'browser' && !(each in navigator)
                const hint = isMissing ? 'missing' : each === 'browser' ? 'browser.hint' : 'receipt.hint'
                return (
                  <label key={each} className="printer__row">
                    <input
                      type="radio"
                      name="printer"
                      checked={each === printer}
                      disabled={isMissing}
                      onChange={() => choose({ printer: each })}
                    />
                    <span className="grow">
                      <b>{t(`printer.by.${each}`)}</b>
                      <span className="small muted">{t(`printer.by.${hint}`)}</span>
                    </span>
                  </label>
                )
              })}
            </fieldset>
            {printer !== 'browser' && <ReceiptPrinterState key={printer} kind={printer} />}
          </section>
        </div>
        <section className="printer__test" aria-label={t('printer.preview')}>
          <div className="printer__roll">
            <PrintPreview
              paper={makePaper(openedAt, 'browser')}
              width={width}
              name={t('printer.preview')}
              qrName={t('printer.test.qr')}
            />
          </div>
          <TestPrint makePaper={(from) => makePaper(Date.now(), printer === 'browser' ? 'browser' : from)} />
        </section>
      </div>
    </div>
  )
}
