import { ANSWER_MS, ASK_PAPER, isPaperOut } from '#receipt-printer/paper-status.ts'
import {
  errorName,
  faultOf,
  PrinterFault,
  sendInPieces,
  withWriteTimeout,
  type DeviceMemory,
  type ReceiptPrinter,
} from './receipt-printer.ts'

const PIECE = 1024

/**
 * A printer on a serial line, or behind an adapter that looks like one. No driver: a serial line tells nothing about what hangs on it, and
 * the one there is neither waits for a write nor tells of one that failed.
 */
export function serialPrinter(memory: DeviceMemory, baudRate: () => number): ReceiptPrinter {
  let line: SerialLine | undefined
  let answers = true

  async function open(found: SerialLine): Promise<void> {
    // It may be open from before, at another speed.
    if (found.writable) await withWriteTimeout(found.close())
    await found.open({ baudRate: baudRate() })
    line = found
    answers = true
    const { usbVendorId, usbProductId } = found.getInfo()
    memory.keep(
      usbVendorId === undefined || usbProductId === undefined ? {} : { vendorId: usbVendorId, productId: usbProductId },
    )
  }

  async function close(): Promise<void> {
    const open = line
    line = undefined
    await open?.close().catch(() => undefined)
  }

  return {
    language: 'esc-pos',

    async connect() {
      if (!navigator.serial) throw new PrinterFault('unsupported', false)
      try {
        const chosen = await navigator.serial.requestPort()
        await close()
        await open(chosen)
      } catch (error) {
        throw openingFault(error)
      }
    },

    async reconnect() {
      if (line?.writable) return true
      const known = memory.find()
      if (!navigator.serial || !known) return false
      const matching = (await navigator.serial.getPorts()).filter((each) => {
        const { usbVendorId, usbProductId } = each.getInfo()
        return usbVendorId === known.vendorId && usbProductId === known.productId
      })
      const [only] = matching
      // Of two alike nobody knows which one has the printer.
      if (!only || matching.length > 1) return false
      try {
        await open(only)
      } catch (error) {
        throw openingFault(error)
      }
      return true
    },

    async print(bytes) {
      if (!line?.writable) throw new PrinterFault('not-there', false)
      const open = line
      const writer = line.writable.getWriter()
      await sendInPieces(bytes, PIECE, {
        prepare: async () => {
          if (!answers) return
          await withWriteTimeout(writer.write(ASK_PAPER))
          const answer = await readAnswer(open)
          answers = answer !== undefined
          if (isPaperOut(answer)) throw new PrinterFault('no-paper', false)
        },
        write: (piece) => writer.write(piece),
        abandon: () => {
          writer.abort().catch(() => undefined)
          writer.releaseLock()
          void close()
        },
      })
      writer.releaseLock()
    },

    close,
  }
}

/** A line that does not open is in use elsewhere; the browser calls that a network error. */
function openingFault(error: unknown): PrinterFault {
  return errorName(error) === 'NetworkError' ? new PrinterFault('busy', false, error) : faultOf(error, false)
}

/** The first byte that comes back, unless none does. */
async function readAnswer(line: SerialLine): Promise<number | undefined> {
  const reader = line.readable?.getReader()
  if (!reader) return undefined
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ANSWER_MS)
  try {
    return (await reader.read()).value?.[0]
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}
