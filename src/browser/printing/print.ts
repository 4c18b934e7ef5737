import type { SendDocument } from './network-printer.ts'
import type { PrintDocument } from './print-document.ts'
import type { FaultReason, PrinterFault, PrinterKind } from './receipt-printer.ts'
import { useTerminalPrinter, type PrinterPreferences } from './terminal-printer.ts'

export type FailedPrintMethod = { method: PrinterKind | 'network' | 'browser'; why: FaultReason }

export type PrintOutcome = { failed: readonly FailedPrintMethod[] } & (
  | { by: 'printer' }
  /** Cannot be confirmed, so the person is asked. */
  | { by: 'browser' }
  /** The document was not printed by any method. `mayHavePrinted`: some data was sent before the fault, so a person must check. */
  | { by: 'nothing'; mayHavePrinted?: true }
)

export type PrintProblem = 'printer.outcome.mayHavePrinted' | 'delivery.notPrinted'

/** `undefined` if the document was printed or the browser's dialog was shown. */
export function problemOfPrint(outcome: PrintOutcome): PrintProblem | undefined {
  if (outcome.by !== 'nothing') return undefined
  return isUnclear(outcome) ? 'printer.outcome.mayHavePrinted' : 'delivery.notPrinted'
}

export const isUnclear = (outcome: PrintOutcome | undefined): boolean =>
  outcome?.by === 'nothing' && outcome.mayHavePrinted === true

type PrintOptions = {
  /** `browser` skips the receipt printer, after a person decided so because it may already have printed. */
  from?: 'printer' | 'browser'
  /** By default, true for receipts and test pages; pass false for a copy. */
  opensDrawer?: boolean
  /** Prints a sale's receipt on a network printer; the server records it. */
  send?: SendDocument
}

// Documents are printed one at a time, so they do not mix.
let last: Promise<unknown> = Promise.resolve()

/** On this terminal's receipt printer, otherwise by the browser. Never throws, and never continues automatically after something may have printed. */
export function printDocument(paper: PrintDocument, options: PrintOptions = {}): Promise<PrintOutcome> {
  const printed = last.then(() => tryPrintMethods(paper, options))
  last = printed
  return printed
}

async function tryPrintMethods(
  paper: PrintDocument,
  { from = 'printer', opensDrawer, send }: PrintOptions,
): Promise<PrintOutcome> {
  const preferences = useTerminalPrinter.getState()
  const { mode, printer, hasDrawer } = preferences
  if (mode === 'never') return { by: 'nothing', failed: [] }

  const failed: FailedPrintMethod[] = []
  if (printer !== 'browser' && from === 'printer') {
    const isPulsed = hasDrawer && (opensDrawer ?? (paper.kind === 'receipt' || paper.kind === 'test'))
    const fault =
      printer === 'network'
        ? await tryNetwork(paper, preferences, isPulsed, send)
        : await tryPrinter(printer, paper, preferences, isPulsed)
    if (!fault) return { by: 'printer', failed }
    failed.push({ method: printer, why: fault.why })
    if (fault.sent) return { by: 'nothing', mayHavePrinted: true, failed }
    // The document must not be printed now by any method.
    if (fault.why === 'refused') return { by: 'nothing', failed }
  }

  const fault = await tryBrowser(paper, preferences)
  if (!fault) return { by: 'browser', failed }
  return { by: 'nothing', failed: [...failed, { method: 'browser', why: fault.why }] }
}

type Fault = Pick<PrinterFault, 'why' | 'sent'>

/** Nothing was sent if the printer's code failed to load or the document cannot be drawn. */
async function attempt(run: () => Promise<Fault | undefined>): Promise<Fault | undefined> {
  try {
    return await run()
  } catch (error) {
    return isFault(error) ? error : { why: 'unsupported', sent: false }
  }
}

const tryPrinter = (kind: PrinterKind, paper: PrintDocument, { width }: PrinterPreferences, opensDrawer: boolean) =>
  attempt(async () => {
    const [{ printerOf }, { encodeDocument: encodePaper }] = await Promise.all([
      import('./terminal-printer.ts'),
      import('./encode-document.ts'),
    ])
    const printer = await printerOf(kind)
    if (!(await printer.reconnect())) return { why: 'not-there', sent: false }
    await printer.print(await encodePaper(paper, { width, opensDrawer, language: printer.language }))
    return undefined
  })

const tryNetwork = (
  paper: PrintDocument,
  { width, networkId }: PrinterPreferences,
  opensDrawer: boolean,
  send: SendDocument | undefined,
) =>
  attempt(async () => {
    if (networkId === undefined) return { why: 'not-chosen', sent: false }
    const [{ printInNetwork }, { printAtPrinter }] = await Promise.all([
      import('./network-printer.ts'),
      import('../api/printers.ts'),
    ])
    const sendAlone: SendDocument = (body) => printAtPrinter(networkId, body)
    return printInNetwork(paper, { width, opensDrawer, send: send ?? sendAlone })
  })

const tryBrowser = (paper: PrintDocument, { width }: PrinterPreferences) =>
  attempt(async () => {
    const { printInBrowser } = await import('./browser-print.ts')
    return (await printInBrowser(paper, width)) ? undefined : { why: 'unsupported', sent: false }
  })

const isFault = (error: unknown): error is PrinterFault => error instanceof Error && error.name === 'PrinterFault'
