import type { Page } from 'playwright/test'

declare global {
  interface Window {
    printed: { usb: number[]; serial: number[]; bluetooth: number[] }
    printerTrouble: 'none' | 'no paper' | 'breaks off' | 'claimed' | 'nothing chosen'
    printCalls: number
  }
}

/**
 * Gives the page a receipt printer by USB, another on a serial line and a third by Bluetooth, before any of the page's
 * code runs: devices as Chromium would provide them, once they are requested.
 */
export async function plugInPrinters(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ASK_PAPER = '16,4,4'
    const PAPER_IS_THERE = 0x12
    const PAPER_HAS_ENDED = 0x72
    const BROKEN_AFTER = 200
    window.printed = { usb: [], serial: [], bluetooth: [] }
    window.printerTrouble = 'none'

    const copyOf = (bytes: BufferSource) => [
      ...(ArrayBuffer.isView(bytes)
        ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : new Uint8Array(bytes)),
    ]

    const permitted = { usb: sessionStorage.getItem('test-usb') === 'permitted' }
    let answer: ((value: { status: string; data: DataView }) => void) | undefined
    let isOpen = false
    const usbInterface = {
      interfaceNumber: 0,
      claimed: false,
      alternate: {
        interfaceClass: 7,
        endpoints: [
          { endpointNumber: 1, direction: 'out', type: 'bulk' },
          { endpointNumber: 2, direction: 'in', type: 'bulk' },
        ],
      },
    }
    const device = {
      // This is an Epson, as the driver recognizes it.
      vendorId: 0x04b8,
      productId: 0x0e28,
      productName: 'TM-T20III',
      manufacturerName: 'EPSON',
      serialNumber: 'X5ZB000001',
      get opened() {
        return isOpen
      },
      configuration: { interfaces: [usbInterface] },
      open: async () => void (isOpen = true),
      close: async () => {
        isOpen = false
        usbInterface.claimed = false
      },
      reset: async () => {},
      selectConfiguration: async () => {},
      claimInterface: async () => {
        if (window.printerTrouble === 'claimed') throw new DOMException('Unable to claim interface.', 'NetworkError')
        usbInterface.claimed = true
      },
      transferOut: async (endpoint: number, bytes: BufferSource) => {
        const taken = copyOf(bytes)
        if (!isOpen || !usbInterface.claimed || endpoint !== 1) throw new DOMException('not open', 'InvalidStateError')
        if (taken.join() === ASK_PAPER) {
          const status = window.printerTrouble === 'no paper' ? PAPER_HAS_ENDED : PAPER_IS_THERE
          setTimeout(() => answer?.({ status: 'ok', data: new DataView(new Uint8Array([status]).buffer) }))
        } else if (window.printerTrouble === 'breaks off') {
          window.printed.usb.push(...taken.slice(0, BROKEN_AFTER))
          throw new DOMException('A transfer error has occurred.', 'NetworkError')
        } else {
          window.printed.usb.push(...taken)
        }
        return { status: 'ok', bytesWritten: taken.length }
      },
      transferIn: () => new Promise((resolve) => (answer = resolve)),
    }
    Object.defineProperty(navigator, 'usb', {
      value: {
        addEventListener: () => {},
        getDevices: async () => (permitted.usb ? [device] : []),
        requestDevice: async () => {
          permitted.usb = true
          sessionStorage.setItem('test-usb', 'permitted')
          return device
        },
      },
    })

    const line = {
      readable: null as ReadableStream<Uint8Array> | null,
      writable: null as WritableStream<Uint8Array> | null,
      getInfo: () => ({}),
      open: async () => {
        // This printer has no status: it never answers.
        line.readable = new ReadableStream({})
        line.writable = new WritableStream({ write: (bytes) => void window.printed.serial.push(...bytes) })
      },
      close: async () => {
        line.readable = null
        line.writable = null
      },
    }
    Object.defineProperty(navigator, 'serial', {
      value: { getPorts: async () => [line], requestPort: async () => line },
    })

    const uuidOf = (short: string) => `0000${short}-0000-1000-8000-00805f9b34fb`
    const LARGEST_WRITE = 512
    const characteristicOf = (short: string) => ({
      uuid: uuidOf(short),
      properties: { write: true, writeWithoutResponse: true },
      writeValueWithResponse: async (bytes: BufferSource) => {
        const taken = copyOf(bytes)
        if (taken.length > LARGEST_WRITE) throw new DOMException('too long', 'InvalidModificationError')
        if (window.printerTrouble === 'breaks off' && window.printed.bluetooth.length >= BROKEN_AFTER) {
          server.connected = false
          throw new DOMException('GATT Server is disconnected.', 'NetworkError')
        }
        window.printed.bluetooth.push(...taken)
      },
    })
    const characteristics = [characteristicOf('2af0'), characteristicOf('2af1')]
    const service = {
      uuid: uuidOf('18f0'),
      getCharacteristics: async () => characteristics,
      getCharacteristic: async (uuid: string) => characteristics.find((each) => each.uuid === uuid),
    }
    const server = {
      connected: false,
      connect: async () => {
        server.connected = true
        return server
      },
      disconnect: () => void (server.connected = false),
      getPrimaryServices: async () => [service],
      getPrimaryService: async () => service,
    }
    Object.defineProperty(navigator, 'bluetooth', {
      value: {
        addEventListener: () => {},
        requestDevice: async () => {
          if (window.printerTrouble === 'nothing chosen') throw new DOMException('User canceled.', 'NotFoundError')
          return { id: 'q3rPz', name: 'BlueTooth Printer', gatt: server }
        },
      },
    })
  })
}

/** Makes printing by the browser return at once: no dialog opens, because no one could close it. */
export async function printWithoutDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.printCalls = 0
    window.print = () => {
      window.printCalls += 1
      window.dispatchEvent(new Event('beforeprint'))
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
}

export function countRuns(bytes: readonly number[], run: readonly number[]): number {
  return bytes.filter((_, index) => run.every((byte, offset) => bytes[index + offset] === byte)).length
}

/** What a printer would show in its own font: no pictures, and every byte that is not a letter ends a line. */
export function asciiOf(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 1) {
    const [byte = 0, ...next] = bytes.slice(at, at + 8)
    if (byte === 0x1d && next[0] === 0x76 && next[1] === 0x30) {
      const [, , , widthLow = 0, widthHigh = 0, rowsLow = 0, rowsHigh = 0] = next
      at += 7 + (widthLow + 256 * widthHigh) * (rowsLow + 256 * rowsHigh)
    }
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '\n'
  }
  return text
}
