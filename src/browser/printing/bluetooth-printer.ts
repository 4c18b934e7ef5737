import { PRINTER_LANGUAGES, type PrinterLanguage } from '#receipt-printer/plain-document.ts'
import { PrinterFault, receiptPrinter, type DeviceMemory, type ReceiptPrinter } from './receipt-printer.ts'

/** GATT characteristics of the printers the driver knows, most common first. */
const PRINT_CHARACTERISTICS = ['00002af1-0000-1000-8000-00805f9b34fb', '49535343-8841-43f4-a8d4-ecbe34729bb3']

/** Sends the bytes here, because the driver continues after a failed write and reports success. */
export function bluetoothPrinter(memory: DeviceMemory): ReceiptPrinter {
  let device: BluetoothDevice | undefined
  let target: BluetoothCharacteristic | undefined
  let language: PrinterLanguage = 'esc-pos'

  async function close(): Promise<void> {
    target = undefined
    device?.gatt?.disconnect()
  }

  return receiptPrinter<BluetoothDevice>(memory, {
    language: () => language,
    // Every printer accepts this many bytes in one write.
    piece: 100,
    // The printer is out of reach, or a phone is using it.
    networkError: 'not-there',
    isSupported: () => navigator.bluetooth !== undefined,
    choose: async () => {
      const { chosen, reported } = await chooseByDriver(navigator.bluetooth!)
      const known = PRINTER_LANGUAGES.find((each) => each === reported)
      // Without a language, the driver could not open the printer; opening it again gives the reason.
      if (reported !== undefined && !known) throw new PrinterFault('unsupported', false)
      language = known ?? 'esc-pos'
      // The driver has just opened it; closing the old handle would cut that connection.
      if (device === chosen) device = undefined
      return chosen
    },
    // Most browsers forget the device on reload.
    find: async (known) => device ?? (await navigator.bluetooth!.getDevices?.())?.find(({ id }) => id === known.id),
    open: async (found) => {
      const server = await found.gatt?.connect()
      const services = (await server?.getPrimaryServices()) ?? []
      const all = (await Promise.all(services.map((service) => service.getCharacteristics()))).flat()
      target = PRINT_CHARACTERISTICS.flatMap((uuid) => all.find((each) => each.uuid === uuid) ?? [])[0]
      if (!target) throw new PrinterFault('unsupported', false)
      device = found
      return { id: found.id }
    },
    isOpen: () => target !== undefined && device?.gatt?.connected === true,
    close,
    begin: () => {
      const to = target
      return (
        to && {
          // Writes with a response if possible, because that confirms the arrival.
          write: (piece) =>
            to.properties.write ? to.writeValueWithResponse(piece) : to.writeValueWithoutResponse(piece),
          abandon: () => void close(),
        }
      )
    },
  })
}

/** The driver prompts the person, but does not expose the chosen device, or why there is none. */
async function chooseByDriver(
  bluetooth: NonNullable<Navigator['bluetooth']>,
): Promise<{ chosen: BluetoothDevice; reported: string | undefined }> {
  const { default: Driver } = await import('@point-of-sale/webbluetooth-receipt-printer')
  const driver = new Driver()
  let reported: string | undefined
  driver.addEventListener('connected', (printer) => (reported = printer.language))

  const own = Object.getOwnPropertyDescriptor(bluetooth, 'requestDevice')
  const ask = bluetooth.requestDevice.bind(bluetooth)
  let choice: Promise<BluetoothDevice> | undefined
  Object.defineProperty(bluetooth, 'requestDevice', {
    configurable: true,
    value: (options: object) => (choice = ask(options)),
  })
  try {
    await driver.connect()
    // The driver reports after the call has resolved.
    await new Promise((resolve) => setTimeout(resolve))
  } finally {
    if (own) Object.defineProperty(bluetooth, 'requestDevice', own)
    else Reflect.deleteProperty(bluetooth, 'requestDevice')
  }
  if (!choice) throw new PrinterFault('unsupported', false)
  return { chosen: await choice, reported }
}
