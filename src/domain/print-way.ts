/** How a till prints by itself, without the proxy. */
export const PRINT_WAYS = ['browser', 'usb', 'serial', 'bluetooth'] as const
export type PrintWay = (typeof PRINT_WAYS)[number]

/** What is printed of a sale: its receipt, with the papers for the shop behind it, the slip for a customer who waits, or what support needs to know. */
export const SALE_PAPERS = ['receipt', 'waiting', 'report'] as const
export type SalePaper = (typeof SALE_PAPERS)[number]
