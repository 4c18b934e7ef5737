import type { Failure } from '#api/failure.ts'
import type { PrintBody, PrintResult } from '#api/printing.ts'
import { MAX_PRINT_BYTES, type PaperWidth } from '#receipt-printer/plain-document.ts'
import { ServerFailure } from '../api/request.ts'
import { plainDocument } from './encode-document.ts'
import type { PrintDocument } from './print-document.ts'
import type { FaultReason } from './receipt-printer.ts'

export type SendDocument = (body: PrintBody) => Promise<{ result: PrintResult }>

/** Whether the document may have been printed: no response, or a failure that leaves it unknown. */
const mayHaveSent = ({ code, moneyMoved }: Failure): boolean =>
  code === 'internal-error' || ((code === 'not-ready' || code === 'service-unreachable') && moneyMoved === 'unknown')

/** Failures after which nothing was sent to the printer. */
const REASONS: { [code in Failure['code']]?: FaultReason } = { 'not-found': 'not-there', 'invalid-request': 'too-long' }

type Fault = { why: FaultReason; sent: boolean }

/** Returns why the document was not printed or may not have been. */
export async function printInNetwork(
  paper: PrintDocument,
  { width, opensDrawer, send }: { width: PaperWidth; opensDrawer: boolean; send: SendDocument },
): Promise<Fault | undefined> {
  const document = await plainDocument(paper, width)
  // Otherwise, the server would close the connection without giving a reason.
  if (JSON.stringify(document).length > MAX_PRINT_BYTES * 0.95) return { why: 'too-long', sent: false }
  try {
    const { result } = await send({ document, opensDrawer })
    return result.kind === 'printed' ? undefined : { why: result.why, sent: result.kind === 'unclear' }
  } catch (error) {
    if (!(error instanceof ServerFailure) || mayHaveSent(error.failure)) return { why: 'lost', sent: true }
    return { why: REASONS[error.failure.code] ?? 'refused', sent: false }
  }
}
