import { ANSWER_MS, ASK_PAPER, findPaper, readAnswers, type Paper } from '#receipt-printer/paper-status.ts'
import {
  PrinterFault,
  receiptPrinter,
  withWriteTimeout,
  type DeviceMemory,
  type KnownDevice,
  type ReceiptPrinter,
} from './receipt-printer.ts'

/** Uses no driver, because a serial port does not identify its device and the existing driver hides failed writes. */
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
    // A port that does not open is in use elsewhere.
    networkError: 'busy',
    isSupported: () => navigator.serial !== undefined,
    choose: () => navigator.serial!.requestPort(),
    find: async (known) => {
      const matching = (await navigator.serial!.getPorts()).filter((each) => isAlike(marksOf(each), known))
      // Of several identical ports, only the one that this page had open is certain.
      return matching.find((each) => each === last) ?? (matching.length === 1 ? matching[0] : undefined)
    },
    open: async (found) => {
      // It may still be open at another speed.
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

/** What identifies a port: the USB ids of an adapter, the service class for Bluetooth, nothing for a built-in port. */
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

/** Returns the paper status if the printer reports one in time. */
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
