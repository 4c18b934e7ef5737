import type { PrinterLanguage } from '#receipt-printer/plain-document.ts'

export type PrinterKind = 'usb' | 'serial' | 'bluetooth'

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
  readonly language: PrinterLanguage
  /** Lets the person choose the printer and opens it; needs a tap right before. Throws a `PrinterFault`. */
  connect(): Promise<void>
  /** Opens the printer chosen earlier, without asking anybody; whether it is open now. Throws a `PrinterFault` when it is there but does not open. */
  reconnect(): Promise<boolean>
  /** Resolves when the printer took every byte. Throws a `PrinterFault`. */
  print(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

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

function faultOf(error: unknown, sent: boolean): PrinterFault {
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
  end?: () => void
}

/** One of the ways to a receipt printer. What it throws becomes a `PrinterFault`. */
export type Transport<Device> = {
  language: () => PrinterLanguage
  /** The most bytes of one write. */
  piece: number
  /** What the browser means by a `NetworkError` when it opens a device. */
  networkError: FaultReason
  isSupported: () => boolean
  choose: () => Promise<Device>
  find: (known: KnownDevice) => Promise<Device | undefined>
  /** Returns by what the device is found again. */
  open: (device: Device) => Promise<KnownDevice>
  isOpen: () => boolean
  close: () => Promise<void>
  begin: () => Sending | undefined
}

export function receiptPrinter<Device>(memory: DeviceMemory, transport: Transport<Device>): ReceiptPrinter {
  const openingFault = (error: unknown) =>
    errorName(error) === 'NetworkError' ? new PrinterFault(transport.networkError, false, error) : faultOf(error, false)
  const open = async (getDevice: () => Promise<Device>) => {
    try {
      memory.keep(await transport.open(await getDevice()))
    } catch (error) {
      throw openingFault(error)
    }
  }
  return {
    get language() {
      return transport.language()
    },

    async connect() {
      if (!transport.isSupported()) throw new PrinterFault('unsupported', false)
      await open(async () => {
        const chosen = await transport.choose()
        await transport.close()
        return chosen
      })
    },

    async reconnect() {
      if (transport.isOpen()) return true
      const known = memory.find()
      const device = known && transport.isSupported() ? await transport.find(known) : undefined
      if (device === undefined) return false
      await open(async () => device)
      return true
    },

    async print(bytes) {
      const sending = transport.begin()
      if (!sending) throw new PrinterFault('not-there', false)
      let sent = false
      try {
        await sending.prepare?.()
        for (let start = 0; start < bytes.length; start += transport.piece) {
          const written = sending.write(bytes.slice(start, start + transport.piece))
          sent = true
          await withWriteTimeout(written)
        }
      } catch (error) {
        sending.abandon()
        throw faultOf(error, sent)
      }
      sending.end?.()
    },

    close: transport.close,
  }
}

/** What the browser calls a failure: `AbortError`, `NotFoundError` and so on. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}
