import type { PrinterLanguage } from '#receipt-printer/plain-document.ts'

/** The ways to a receipt printer that a browser has. */
export type PrinterKind = 'usb' | 'serial' | 'bluetooth'

/** Why nothing, or not everything, came out. */
export type FaultReason =
  | 'not-there'
  | 'not-allowed'
  | 'busy'
  | 'no-paper'
  | 'unsupported'
  | 'lost'
  | 'untold'
  /** Of a printer in the network: that none is chosen, its address, that the proxy may not print now, or does not take such a document. */
  | 'not-chosen'
  | 'forbidden'
  | 'refused'
  | 'too-long'

export class PrinterFault extends Error {
  override readonly name = 'PrinterFault'
  readonly why: FaultReason
  /** Some bytes had left: the paper may be out, in part or as a whole. */
  readonly sent: boolean

  constructor(why: FaultReason, sent: boolean, cause?: unknown) {
    super(why, { cause })
    this.why = why
    this.sent = sent
  }
}

export type ReceiptPrinter = {
  /** What it understands, known once it is connected. */
  readonly language: PrinterLanguage
  /** Lets the person choose the printer and opens it; needs a tap right before. Throws a `PrinterFault`. */
  connect(): Promise<void>
  /** Opens the printer chosen earlier, without asking anybody; whether it is open now. Throws a `PrinterFault` when it is there but does not open. */
  reconnect(): Promise<boolean>
  /** Resolves when the printer took every byte. Throws a `PrinterFault`. */
  print(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** By what a printer that was chosen once is found again. */
export type KnownDevice = {
  vendorId?: number
  productId?: number
  serialNumber?: string
  /** Of a port by Bluetooth. */
  serviceClass?: string
  id?: string
}

export type DeviceMemory = { find(): KnownDevice | undefined; keep(device: KnownDevice): void }

/** A printer that takes nothing for this long stands still: out of paper, open, or switched off. */
export const WRITE_TIMEOUT_MS = 20_000

/** The reason behind what the browser threw. */
export function faultOf(error: unknown, sent: boolean): PrinterFault {
  if (error instanceof PrinterFault) return error.sent === sent ? error : new PrinterFault(error.why, sent, error)
  return new PrinterFault(REASONS[errorName(error)] ?? 'lost', sent, error)
}

const REASONS: Record<string, FaultReason> = {
  // Nothing was chosen, or it is unplugged.
  NotFoundError: 'not-there',
  NotAllowedError: 'not-allowed',
  SecurityError: 'not-allowed',
  // Another program or another tab holds it.
  InvalidStateError: 'busy',
  NotSupportedError: 'unsupported',
}

/** Rejects with `busy` when the printer stands still; what it was doing is left to the code that closes it. */
export async function withWriteTimeout<T>(deed: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const standstill = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PrinterFault('busy', true)), WRITE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([deed, standstill])
  } finally {
    clearTimeout(timer)
  }
}

type Sending = {
  /** What may keep all of it from being sent, such as an empty roll. */
  prepare?: () => Promise<void>
  /** Begins to send one piece. Resolves when the printer took it. */
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<unknown>
  /** Takes back what the printer did not take yet, so that it does not come out later. Nobody waits for a printer that is gone. */
  abandon: () => void
}

/** Sends the bytes in pieces of at most `size`, one after the other. Throws a `PrinterFault`. */
export async function sendInPieces(
  bytes: Uint8Array,
  size: number,
  { prepare, write, abandon }: Sending,
): Promise<void> {
  let sent = false
  try {
    await prepare?.()
    for (let start = 0; start < bytes.length; start += size) {
      const written = write(bytes.slice(start, start + size))
      sent = true
      await withWriteTimeout(written)
    }
  } catch (error) {
    abandon()
    throw faultOf(error, sent)
  }
}

/** What the browser calls a failure: `AbortError`, `NotFoundError` and so on. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}
