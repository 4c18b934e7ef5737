import { onTestFinished } from 'vitest'

export type Trouble = 'none' | 'breaks off' | 'no paper' | 'does not open' | 'stands still'

type Info = ReturnType<SerialLine['getInfo']>
/** `info` describes the printer's port; `others` are further ports without a printer. */
type Options = { isPermitted?: boolean; info?: Info; others?: Info[] }
const FTDI = { usbVendorId: 0x0403, usbProductId: 0x6001 }

/** A receipt printer on a serial line, as a browser provides it; `taken` is what it received, except questions. */
export function fakeSerial(trouble: Trouble = 'none', { isPermitted = true, info = FTDI, others = [] }: Options = {}) {
  const taken: number[] = []
  let writes = 0
  const line: SerialLine & { [key: string]: unknown } = {
    readable: null,
    writable: null,
    getInfo: () => info,
    open: async () => {
      if (trouble === 'does not open') throw new DOMException('Failed to open serial port.', 'NetworkError')
      let tell: ReadableStreamDefaultController<Uint8Array> | undefined
      const readable = new ReadableStream<Uint8Array>({ start: (controller) => void (tell = controller) })
      const writable = new WritableStream<Uint8Array>({
        write: async (bytes) => {
          if ([...bytes].join() === '16,4,4') {
            tell?.enqueue(new Uint8Array([trouble === 'no paper' ? 0x72 : 0x12]))
            return
          }
          writes += 1
          if (trouble === 'breaks off') throw new DOMException('The device has been lost.', 'NetworkError')
          if (trouble === 'stands still') await new Promise(() => {})
          taken.push(...bytes)
        },
      })
      Object.assign(line, { readable, writable })
    },
    close: async () => void Object.assign(line, { readable: null, writable: null }),
  }
  Object.defineProperty(navigator, 'serial', {
    configurable: true,
    value: {
      getPorts: async () => [
        ...(isPermitted ? [line] : []),
        ...others.map((each) => ({ ...line, getInfo: () => each })),
      ],
      requestPort: async () => line,
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serial'))
  return { taken, line, countWrites: () => writes }
}
