import * as v from 'valibot'

import { optionalTrue, time } from './schema-parts.ts'

/** How a till prints without the server. */
export const PRINT_WAYS = ['browser', 'usb', 'serial', 'bluetooth'] as const
export type PrinterConnection = (typeof PRINT_WAYS)[number]

const print = { at: time, by: v.string(), isUnclear: optionalTrue }
/** A print that is in progress or has an unknown outcome (`isUnclear`). `printer` is a network printer's name, `way` a connection of the terminal. */
export const CodePrint = v.union([
  v.strictObject({ ...print, printer: v.string(), way: v.exactOptional(v.never()) }),
  v.strictObject({ ...print, way: v.picklist(PRINT_WAYS), printer: v.exactOptional(v.never()) }),
])

/** The receipt with the shop's copy, the slip for a customer who waits, and the report for support. */
export const SALE_PAPERS = ['receipt', 'waiting', 'report'] as const
export type SaleDocument = (typeof SALE_PAPERS)[number]
