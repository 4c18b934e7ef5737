import { ANSWER_MS, ASK_PAPER, findPaper, readAnswers, type Paper } from '#receipt-printer/paper-status.ts'
import {
  PrinterFault,
  receiptPrinter,
  withWriteTimeout,
  type DeviceMemory,
  type KnownDevice,
  type ReceiptPrinter,
} from './receipt-printer.ts'

/** Without a driver: a serial line tells nothing about what hangs on it, and the one there is does not tell of a write that failed. */
export function serialPrinter(memory: DeviceMemory, baudRate: () => number): ReceiptPrinter {
  let line: SerialLine | undefined
  let last: SerialLine | undefined
  let answers = true

  async function close(): Promise<void> {
    const open = line
    line = undefined
    await open?.close().catch(() => undefined)
  }

  return receiptPrinter<SerialLine>(memory, {
    language: () => 'esc-pos',
    piece: 1024,
    // A line that does not open is in use elsewhere.
    networkError: 'busy',
    isSupported: () => navigator.serial !== undefined,
    choose: () => navigator.serial!.requestPort(),
    find: async (known) => {
      const matching = (await navigator.serial!.getPorts()).filter((each) => isAlike(marksOf(each), known))
      // Of two alike nobody knows which one has the printer, but for the one that this page had open.
      return matching.find((each) => each === last) ?? (matching.length === 1 ? matching[0] : undefined)
    },
    open: async (found) => {
      // It may be open from before, at another speed.
      if (found.writable) await withWriteTimeout(found.close())
      await found.open({ baudRate: baudRate() })
      line = last = found
      answers = true
      return marksOf(found)
    },
    isOpen: () => Boolean(line?.writable),
    close,
    begin: () => {
      if (!line?.writable) return undefined
      const open = line
      const writer = line.writable.getWriter()
      return {
        prepare: async () => {
          if (!answers) return
          await withWriteTimeout(writer.write(ASK_PAPER))
          const paper = await readPaperOf(open)
          answers = paper !== undefined
          if (paper === 'none') throw new PrinterFault('no-paper', false)
        },
        write: (piece) => writer.write(piece),
        abandon: () => {
          writer.abort().catch(() => undefined)
          writer.releaseLock()
          void close()
        },
        end: () => writer.releaseLock(),
      }
    },
  })
}

/** What a port tells of itself: an adapter its ids, one by Bluetooth the service it is of, and one that is built in nothing at all. */
function marksOf(port: SerialLine): KnownDevice {
  const { usbVendorId, usbProductId, bluetoothServiceClassId } = port.getInfo()
  return {
    ...(usbVendorId !== undefined && { vendorId: usbVendorId }),
    ...(usbProductId !== undefined && { productId: usbProductId }),
    ...(bluetoothServiceClassId !== undefined && { serviceClass: String(bluetoothServiceClassId).toLowerCase() }),
  }
}

const isAlike = (one: KnownDevice, other: KnownDevice): boolean =>
  one.vendorId === other.vendorId && one.productId === other.productId && one.serviceClass === other.serviceClass

/** What it says of its paper before long, whatever else comes back. */
async function readPaperOf(line: SerialLine): Promise<Paper | undefined> {
  const reader = line.readable?.getReader()
  if (!reader) return undefined
  const answersIn = readAnswers()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ANSWER_MS)
  try {
    for (;;) {
      const { value, done } = await reader.read()
      const paper = findPaper(answersIn(value ?? []))
      if (paper !== undefined || done) return paper
    }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}
