import type { PrinterKind, ReceiptPrinter } from './receipt-printer.ts'
import { useTerminalPrinter } from './terminal-printer.ts'

const OPENERS: Record<PrinterKind, () => Promise<ReceiptPrinter>> = {
  usb: async () => (await import('./usb-printer.ts')).usbPrinter(memoryOf('usb')),
  serial: async () =>
    (await import('./serial-printer.ts')).serialPrinter(
      memoryOf('serial'),
      () => useTerminalPrinter.getState().baudRate,
    ),
  bluetooth: async () => (await import('./bluetooth-printer.ts')).bluetoothPrinter(memoryOf('bluetooth')),
}

const printers = new Map<PrinterKind, Promise<ReceiptPrinter>>()

/** The one printer of a kind; its code comes when it is asked for first. */
export function printerOf(kind: PrinterKind): Promise<ReceiptPrinter> {
  const known = printers.get(kind)
  if (known) return known
  const coming = OPENERS[kind]()
  printers.set(kind, coming)
  // Its code could not be had; it can be next time.
  coming.catch(() => printers.delete(kind))
  return coming
}

const memoryOf = (kind: PrinterKind) => ({
  find: () => useTerminalPrinter.getState().known[kind],
  keep: (device: Parameters<ReturnType<typeof useTerminalPrinter.getState>['keepDevice']>[1]) =>
    useTerminalPrinter.getState().keepDevice(kind, device),
})
