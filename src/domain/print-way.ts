/** How a till prints by itself, without the proxy. */
export const PRINT_WAYS = ['browser', 'usb', 'serial', 'bluetooth'] as const
export type PrintWay = (typeof PRINT_WAYS)[number]
