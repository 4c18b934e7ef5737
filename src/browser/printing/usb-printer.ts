import { ANSWER_MS, ASK_PAPER, findPaper, readAnswers, type Paper } from '#receipt-printer/paper-status.ts'
import { PRINTER_LANGUAGES, type PrinterLanguage } from '#receipt-printer/plain-document.ts'
import {
  PrinterFault,
  receiptPrinter,
  withWriteTimeout,
  type DeviceMemory,
  type KnownDevice,
  type ReceiptPrinter,
} from './receipt-printer.ts'

const PRINTER_CLASS = 7
/** Makers whose printers use a vendor-specific interface class: Epson, Star, Bixolon. */
const MAKERS = [0x04b8, 0x0519, 0x0419, 0x1504]

type Line = { device: UsbDevice; out: number; in: number | undefined }

/** Sends the bytes itself, because the driver, which only opens the printers it knows, just logs a failed write. */
export function usbPrinter(memory: DeviceMemory): ReceiptPrinter {
  let line: Line | undefined
  let language: PrinterLanguage = 'esc-pos'
  let answers = true
  let answer: Promise<Paper | undefined> | undefined

  async function open(device: UsbDevice): Promise<KnownDevice> {
    language = (await openByDriver(device)) ?? (await openByClass(device))
    const interfaces = device.configuration?.interfaces ?? []
    const found = interfaces.find((each) => each.claimed) ?? interfaces.find(isPrinter)
    const bulk = found?.alternate.endpoints.filter(({ type }) => type === 'bulk') ?? []
    const out = bulk.find(({ direction }) => direction === 'out')
    if (!out) throw new PrinterFault('unsupported', false)
    line = { device, out: out.endpointNumber, in: bulk.find(({ direction }) => direction === 'in')?.endpointNumber }
    answers = true
    answer = undefined
    const { vendorId, productId, serialNumber } = device
    return { vendorId, productId, ...(serialNumber ? { serialNumber } : {}) }
  }

  async function close(): Promise<void> {
    const open = line
    line = undefined
    await open?.device.close().catch(() => undefined)
  }

  async function hasNoPaper({ device, out, in: back }: Line): Promise<boolean> {
    if (back === undefined || language !== 'esc-pos' || !answers) return false
    await withWriteTimeout(device.transferOut(out, ASK_PAPER))
    answer ??= device.transferIn(back, 64).then(
      ({ data }) => (data ? findPaper(readAnswers()(bytesOf(data))) : undefined),
      () => undefined,
    )
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<'silence'>((resolve) => (timer = setTimeout(() => resolve('silence'), ANSWER_MS)))
    const heard = await Promise.race([answer, silence])
    clearTimeout(timer)
    // A pending read cannot be canceled, so it stays open for a late reply.
    if (heard === 'silence') answers = false
    else answer = undefined
    return heard === 'none'
  }

  return receiptPrinter<UsbDevice>(memory, {
    language: () => language,
    piece: 4096,
    // On Windows and Linux, the system's printer driver may be using the device.
    networkError: 'busy',
    isSupported: () => navigator.usb !== undefined,
    choose: () =>
      navigator.usb!.requestDevice({
        filters: [{ classCode: PRINTER_CLASS }, ...MAKERS.map((vendorId) => ({ vendorId }))],
      }),
    find: async (known) =>
      (await navigator.usb!.getDevices()).find(
        (each) =>
          each.vendorId === known.vendorId &&
          each.productId === known.productId &&
          (known.serialNumber === undefined || each.serialNumber === known.serialNumber),
      ),
    open: (device) =>
      open(device).catch(async (error: unknown) => {
        // A half-open device would block the next attempt.
        await device.close().catch(() => undefined)
        throw error
      }),
    isOpen: () => line?.device.opened === true,
    close,
    begin: () => {
      const open = line
      return (
        open && {
          prepare: async () => {
            if (await hasNoPaper(open)) throw new PrinterFault('no-paper', false)
          },
          write: (piece) =>
            open.device.transferOut(open.out, piece).then(({ status, bytesWritten }) => {
              if (status !== 'ok' || bytesWritten !== piece.length) throw new PrinterFault('lost', true)
            }),
          // Closing discards what the printer has not accepted.
          abandon: () => void close(),
        }
      )
    },
  })
}

/** Opens a printer that the driver knows and returns its language. */
async function openByDriver(device: UsbDevice): Promise<PrinterLanguage | undefined> {
  const { default: Driver } = await import('@point-of-sale/webusb-receipt-printer')
  const driver = new Driver()
  let reported: string | undefined
  driver.addEventListener('connected', ({ language }) => (reported = language))
  try {
    // Without a serial number, the driver would take the first printer that has none; NaN matches no printer.
    await driver.reconnect({
      vendorId: device.vendorId,
      productId: device.productId,
      serialNumber: device.serialNumber ?? Number.NaN,
    })
  } catch (error) {
    // The driver's error for a printer it does not know.
    if (error instanceof TypeError && !device.opened) return undefined
    throw error
  }
  // The driver reports after the call has resolved.
  await new Promise((resolve) => setTimeout(resolve))
  const language = PRINTER_LANGUAGES.find((each) => each === reported)
  if (!language) throw new PrinterFault('unsupported', false)
  return language
}

async function openByClass(device: UsbDevice): Promise<PrinterLanguage> {
  await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const found = device.configuration?.interfaces.find(isPrinter)
  if (!found) throw new PrinterFault('unsupported', false)
  await device.claimInterface(found.interfaceNumber)
  return 'esc-pos'
}

const bytesOf = ({ buffer, byteOffset, byteLength }: DataView) => new Uint8Array(buffer, byteOffset, byteLength)

const isPrinter = ({ alternate }: UsbInterface) => alternate.interfaceClass === PRINTER_CLASS
