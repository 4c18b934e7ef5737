import * as v from 'valibot'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { PAPER_WIDTHS, type PaperWidth } from '#receipt-printer/plain-document.ts'
import { persistIn } from '../lib/storage.ts'
import type { KnownDevice, PrinterKind, ReceiptPrinter } from './receipt-printer.ts'

export const PRINT_MODES = ['auto', 'ask', 'never'] as const
export const PRINTERS = ['browser', 'network', 'usb', 'serial', 'bluetooth'] as const satisfies readonly (
  'browser' | 'network' | PrinterKind
)[]
export const BAUD_RATES = [9600, 19_200, 38_400, 115_200] as const

export type PrintMode = (typeof PRINT_MODES)[number]

export type PrinterPreferences = {
  /** Whether a receipt is printed automatically, on request, or never because there is no printer. */
  mode: PrintMode
  printer: (typeof PRINTERS)[number]
  networkId?: string
  width: PaperWidth
  hasDrawer: boolean
  baudRate: (typeof BAUD_RATES)[number]
  known: Partial<Record<PrinterKind, KnownDevice>>
}

type TerminalPrinter = PrinterPreferences & {
  /** The settings were chosen, or confirmed by a test page. */
  isSet: boolean
  choose: (preferences: Partial<Omit<PrinterPreferences, 'known'>>) => void
  keepDevice: (kind: PrinterKind, device: KnownDevice) => void
}

const FIRST: PrinterPreferences = {
  mode: 'ask',
  printer: 'browser',
  width: 80,
  hasDrawer: false,
  baudRate: 9600,
  known: {},
}

const knownDeviceSchema = v.object({
  vendorId: v.exactOptional(v.number()),
  productId: v.exactOptional(v.number()),
  serialNumber: v.exactOptional(v.string()),
  serviceClass: v.exactOptional(v.string()),
  id: v.exactOptional(v.string()),
})

const keptSchema = v.fallback(
  v.object({
    mode: v.fallback(v.picklist(PRINT_MODES), FIRST.mode),
    printer: v.fallback(v.picklist(PRINTERS), FIRST.printer),
    networkId: v.exactOptional(v.string()),
    width: v.fallback(v.picklist(PAPER_WIDTHS), FIRST.width),
    hasDrawer: v.fallback(v.boolean(), FIRST.hasDrawer),
    baudRate: v.fallback(v.picklist(BAUD_RATES), FIRST.baudRate),
    // If `isSet` is missing, whatever is stored was chosen.
    isSet: v.fallback(v.boolean(), true),
    known: v.fallback(
      v.object({
        usb: v.exactOptional(knownDeviceSchema),
        serial: v.exactOptional(knownDeviceSchema),
        bluetooth: v.exactOptional(knownDeviceSchema),
      }),
      FIRST.known,
    ),
  }),
  { ...FIRST, isSet: false },
)

export const useTerminalPrinter = create<TerminalPrinter>()(
  persist(
    (set) => ({
      ...FIRST,
      isSet: false,
      choose: (preferences) => set({ ...preferences, isSet: true }),
      keepDevice: (kind, device) => set(({ known }) => ({ known: { ...known, [kind]: device }, isSet: true })),
    }),
    {
      name: 'printer',
      storage: persistIn('printer', (stored) => v.parse(keptSchema, stored)),
      partialize: ({ mode, printer, networkId, width, hasDrawer, baudRate, known, isSet }) => ({
        mode,
        printer,
        ...(networkId !== undefined && { networkId }),
        width,
        hasDrawer,
        baudRate,
        known,
        isSet,
      }),
    },
  ),
)

/** A network printer must be selected by id. */
export const isPrinterSet = ({ isSet, mode, printer, networkId }: TerminalPrinter): boolean =>
  isSet && (mode === 'never' || printer !== 'network' || networkId !== undefined)

export const deviceOf = (printer: PrinterPreferences['printer']): PrinterKind | undefined =>
  printer === 'browser' || printer === 'network' ? undefined : printer

/** Uses the shop's width (mm) unless this till has its own. */
export function followShopWidth(width: PaperWidth): void {
  const { isSet, width: known } = useTerminalPrinter.getState()
  if (!isSet && known !== width) useTerminalPrinter.setState({ width })
}

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

/** The printer of a kind, whose code loads on first use. */
export function printerOf(kind: PrinterKind): Promise<ReceiptPrinter> {
  const known = printers.get(kind)
  if (known) return known
  const coming = OPENERS[kind]()
  printers.set(kind, coming)
  coming.catch(() => printers.delete(kind))
  return coming
}

const memoryOf = (kind: PrinterKind) => ({
  find: () => useTerminalPrinter.getState().known[kind],
  keep: (device: Parameters<ReturnType<typeof useTerminalPrinter.getState>['keepDevice']>[1]) =>
    useTerminalPrinter.getState().keepDevice(kind, device),
})
