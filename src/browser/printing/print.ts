import type { SendDocument } from './network-printer.ts'
import type { PrintDocument } from './print-document.ts'
import type { FaultReason, PrinterFault, PrinterKind } from './receipt-printer.ts'
import { useTerminalPrinter, type PrinterPreferences } from './terminal-printer.ts'

export type FailedPrintMethod = { method: PrinterKind | 'network' | 'browser'; why: FaultReason }

export type PrintOutcome = { failed: readonly FailedPrintMethod[] } & (
  | { by: 'printer' }
  /** Nobody can tell whether it came out: the person is asked. */
  | { by: 'browser' }
  /** The screen is all there is. With `mayHavePrinted` some of it had left before the fault: the person looks, and decides. */
  | { by: 'nothing'; mayHavePrinted?: true }
)

export type PrintProblem = 'printer.outcome.mayHavePrinted' | 'delivery.notPrinted'

/** Nothing where it came out, or where the person saw the dialog of the browser. */
export function problemOfPrint(outcome: PrintOutcome): PrintProblem | undefined {
  if (outcome.by !== 'nothing') return undefined
  return isUnclear(outcome) ? 'printer.outcome.mayHavePrinted' : 'delivery.notPrinted'
}

/** Some of it had left before the fault. */
export const isUnclear = (outcome: PrintOutcome | undefined): boolean =>
  outcome?.by === 'nothing' && outcome.mayHavePrinted === true

type PrintOptions = {
  /** `browser` leaves the receipt printer out: a person decided so after it may have printed. */
  from?: 'printer' | 'browser'
  /** Whether the drawer opens, where there is one: for a receipt by itself, so a copy says no. */
  opensDrawer?: boolean
  /** Prints the receipt of a sale at a printer in the network, which the proxy writes down. */
  send?: SendDocument
}

// Two papers at once would be one mixed up with the other.
let last: Promise<unknown> = Promise.resolve()

/** Prints by the receipt printer of this terminal, else by the browser. It never throws, and never goes on by itself after what may have printed. */
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
    // It may not be printed now, in whatever way.
    if (fault.why === 'refused') return { by: 'nothing', failed }
  }

  const fault = await tryBrowser(paper, preferences)
  if (!fault) return { by: 'browser', failed }
  return { by: 'nothing', failed: [...failed, { method: 'browser', why: fault.why }] }
}

type Fault = Pick<PrinterFault, 'why' | 'sent'>

/** Its code may not have come, or the paper cannot be drawn: nothing has left then. */
async function attempt(deed: () => Promise<Fault | undefined>): Promise<Fault | undefined> {
  try {
    return await deed()
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
