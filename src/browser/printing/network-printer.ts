import type { Failure } from '#api/failure.ts'
import type { PrintBody, PrintResult } from '#api/printing.ts'
import { MAX_PRINT_BYTES, type PaperWidth } from '#receipt-printer/plain-document.ts'
import { ProxyFailure } from '../api/request.ts'
import { plainDocument } from './encode-document.ts'
import type { PrintDocument } from './print-document.ts'
import type { FaultReason } from './receipt-printer.ts'

export type SendDocument = (body: PrintBody) => Promise<{ result: PrintResult }>

/** Without an answer, or with one that the proxy gives when it broke off or whoever leads has not answered, nobody knows what was done. */
const mayHaveSent = ({ code, moneyMoved }: Failure): boolean =>
  code === 'internal-error' || ((code === 'not-ready' || code === 'service-unreachable') && moneyMoved === 'unknown')

/** What the proxy says of a document that nothing has left of. */
const REASONS: { [code in Failure['code']]?: FaultReason } = { 'not-found': 'not-there', 'invalid-request': 'too-long' }

type Fault = { why: FaultReason; sent: boolean }

/** Prints at a printer in the network, by the proxy. Returns what kept it from coming out, or may have. */
export async function printInNetwork(
  paper: PrintDocument,
  { width, opensDrawer, send }: { width: PaperWidth; opensDrawer: boolean; send: SendDocument },
): Promise<Fault | undefined> {
  const document = await plainDocument(paper, width)
  // The proxy would hang up on it, and nobody would know why.
  if (JSON.stringify(document).length > MAX_PRINT_BYTES * 0.95) return { why: 'too-long', sent: false }
  try {
    const { result } = await send({ document, opensDrawer })
    return result.kind === 'printed' ? undefined : { why: result.why, sent: result.kind === 'unclear' }
  } catch (error) {
    if (!(error instanceof ProxyFailure) || mayHaveSent(error.failure)) return { why: 'lost', sent: true }
    return { why: REASONS[error.failure.code] ?? 'refused', sent: false }
  }
}
