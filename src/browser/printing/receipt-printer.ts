import type { PrinterLanguage } from '#receipt-printer/plain-document.ts'

export type PrinterKind = 'usb' | 'serial' | 'bluetooth'

export type FaultReason =
  | 'not-there'
  | 'not-allowed'
  | 'busy'
  | 'no-paper'
  | 'unsupported'
  | 'lost'
  | 'not-reported'
  /** For network printers: none is chosen, its address is forbidden, the server refuses for now, or the document was not accepted. */
  | 'not-chosen'
  | 'forbidden'
  | 'refused'
  | 'too-long'

export class PrinterFault extends Error {
  override readonly name = 'PrinterFault'
  readonly why: FaultReason
  /** Some bytes were sent, so the document may have been printed in part or in full. */
  readonly sent: boolean

  constructor(why: FaultReason, sent: boolean, cause?: unknown) {
    super(why, { cause })
    this.why = why
    this.sent = sent
  }
}

export type ReceiptPrinter = {
  readonly language: PrinterLanguage
  /** Asks the person to choose a printer and opens it. Requires a preceding tap. Throws `PrinterFault`. */
  connect(): Promise<void>
  /** Without a prompt. Resolves to whether the printer chosen earlier is open. Throws `PrinterFault` if it is present but does not open. */
  reconnect(): Promise<boolean>
  /** Resolves when the printer has accepted all bytes. Throws `PrinterFault`. */
  print(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export type KnownDevice = {
  vendorId?: number
  productId?: number
  serialNumber?: string
  /** For a Bluetooth serial port. */
  serviceClass?: string
  id?: string
}

export type DeviceMemory = { find(): KnownDevice | undefined; keep(device: KnownDevice): void }

/** Write timeout (ms): after this time the printer is out of paper, has its cover open or is off. */
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
  // Another program or tab is using it.
  InvalidStateError: 'busy',
  NotSupportedError: 'unsupported',
}

/** Rejects with `busy` after the timeout. The caller must close the printer to end the write. */
export async function withWriteTimeout<T>(run: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const standstill = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PrinterFault('busy', true)), WRITE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([run, standstill])
  } finally {
    clearTimeout(timer)
  }
}

type Sending = {
  /** Throws if nothing should be sent, for example because the roll is empty. */
  prepare?: () => Promise<void>
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<unknown>
  /** What the printer has not accepted is not printed later. Not awaited, because the printer may be disconnected. */
  abandon: () => void
  end?: () => void
}

/** A way to connect a receipt printer. Its errors become `PrinterFault`. */
export type Transport<Device> = {
  language: () => PrinterLanguage
  /** The most bytes that one write may have. */
  piece: number
  /** The meaning of a `NetworkError` while opening. */
  networkError: FaultReason
  isSupported: () => boolean
  choose: () => Promise<Device>
  find: (known: KnownDevice) => Promise<Device | undefined>
  /** Returns what identifies the device later. */
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

/** The name of a browser error, such as `AbortError`. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}
