/** The parts we use of WebUSB, Web Serial and Web Bluetooth, which TypeScript's DOM types lack, and of the untyped drivers. */

interface UsbDevice {
  readonly vendorId: number
  readonly productId: number
  readonly productName?: string | null
  readonly serialNumber?: string | null
  readonly opened: boolean
  readonly configuration?: { interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, bytes: BufferSource): Promise<{ status?: string | null; bytesWritten: number }>
  transferIn(endpoint: number, length: number): Promise<{ status?: string | null; data?: DataView | null }>
}

interface UsbInterface {
  readonly interfaceNumber: number
  readonly claimed: boolean
  readonly alternate: {
    readonly interfaceClass: number
    readonly endpoints: readonly {
      readonly endpointNumber: number
      readonly direction: 'in' | 'out'
      readonly type: string
    }[]
  }
}

interface SerialLine {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array> | null
  getInfo(): { usbVendorId?: number; usbProductId?: number; bluetoothServiceClassId?: number | string }
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>
  close(): Promise<void>
}

interface BluetoothDevice {
  readonly id: string
  readonly name?: string | null
  readonly gatt?: BluetoothServer | null
}

interface BluetoothServer {
  readonly connected: boolean
  connect(): Promise<BluetoothServer>
  disconnect(): void
  getPrimaryServices(): Promise<readonly { getCharacteristics(): Promise<readonly BluetoothCharacteristic[]> }[]>
}

interface BluetoothCharacteristic {
  readonly uuid: string
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean }
  writeValueWithResponse(bytes: BufferSource): Promise<void>
  writeValueWithoutResponse(bytes: BufferSource): Promise<void>
}

interface Navigator {
  readonly usb?: {
    getDevices(): Promise<UsbDevice[]>
    requestDevice(options: { filters: readonly { classCode?: number; vendorId?: number }[] }): Promise<UsbDevice>
  }
  readonly serial?: { getPorts(): Promise<SerialLine[]>; requestPort(): Promise<SerialLine> }
  readonly bluetooth?: {
    getDevices?(): Promise<BluetoothDevice[]>
    requestDevice(options: object): Promise<BluetoothDevice>
  }
}

declare module '@point-of-sale/webusb-receipt-printer' {
  export default class WebUSBReceiptPrinter {
    reconnect(device: { vendorId: number; productId: number; serialNumber: string | number }): Promise<void>
    addEventListener(name: 'connected', hear: (printer: { language: string }) => void): void
  }
}

declare module '@point-of-sale/webbluetooth-receipt-printer' {
  export default class WebBluetoothReceiptPrinter {
    connect(): Promise<void>
    addEventListener(name: 'connected', hear: (printer: { language: string }) => void): void
  }
}
