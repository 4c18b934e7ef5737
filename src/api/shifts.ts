import * as v from 'valibot'

import { DecimalText, Money } from '#domain/money/money.ts'
import { NamedRef } from '#domain/person.ts'
import { SaleId } from '#domain/sale/id.ts'
import { count, time } from '#domain/schema-parts.ts'
import {
  CashDifference,
  CashLine,
  DIFFERENCE_REASONS,
  DrawerMovement,
  ExpectedCash,
  MOVEMENT_KINDS,
  ShiftFigures,
} from '#domain/reports/shift.ts'
import { amountText, boundedList, boundedText, cursor, NoContent, personId } from './input-parts.ts'
import { spokenText, ulidText } from './sales.ts'

/** More pieces of one value than a drawer holds. */
const MAX_PIECES = 99_999

/** Every note and coin of the currency, missing ones with 0; or a plain total for a currency without a table. */
const TypedCount = v.union([
  v.strictObject({
    pieces: boundedList(
      v.strictObject({
        value: amountText,
        count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PIECES)),
      }),
      30,
    ),
  }),
  v.strictObject({ total: amountText }),
])
export type TypedCount = v.InferOutput<typeof TypedCount>

const cashCount = v.union([
  v.strictObject({ pieces: v.array(v.strictObject({ value: DecimalText, count })) }),
  v.strictObject({ total: DecimalText }),
])

/** Idempotent by `id`. */
export const AddMovement = v.strictObject({
  id: ulidText('an id of this movement'),
  kind: v.picklist(MOVEMENT_KINDS),
  /** Absent for `no-sale`. */
  amount: v.optional(amountText),
  reason: spokenText(200, 'why, in words'),
})
export type AddMovement = v.InferOutput<typeof AddMovement>

/** The amounts the person saw: if either has changed, nothing is closed. */
export const CloseShift = v.strictObject({
  expected: amountText,
  counted: amountText,
  reason: v.optional(v.picklist(DIFFERENCE_REASONS)),
  note: v.optional(spokenText(300, 'what happened, in words')),
})
export type CloseShift = v.InferOutput<typeof CloseShift>

/** A supervisor may look at the drawer of another till, even if its browser is lost. */
export const DrawerQuery = v.strictObject({ terminal: v.optional(personId) })
export type DrawerQuery = v.InferOutput<typeof DrawerQuery>

/** Z reports, newest first, or the one with the number. */
export const ShiftsQuery = v.strictObject({
  terminal: v.optional(personId),
  number: v.optional(v.pipe(boundedText(9), v.regex(/^\d+$/, 'the number of a Z report'))),
  cursor,
})
export type ShiftsQuery = v.InferOutput<typeof ShiftsQuery>

const shift = {
  id: v.string(),
  terminal: NamedRef,
  openedAt: time,
  openedBy: NamedRef,
}

/** A sale that was paid and has not ended, listed below the expected cash. */
const openPayment = v.strictObject({
  saleId: SaleId,
  number: v.number(),
  pays: Money,
  isRefundDue: v.boolean(),
})
export type OpenPayment = v.InferOutput<typeof openPayment>

/** What is expected and why. Present only after the count was sent. */
const comparison = v.strictObject({
  figures: ShiftFigures,
  expected: ExpectedCash,
  counted: Money,
  countedAt: time,
  countedBy: NamedRef,
  difference: CashDifference,
  needsReason: v.boolean(),
  varianceReasonThreshold: DecimalText,
  /** The open cash sales, at most 20. */
  openPayments: v.array(openPayment),
  /** A due refund that would explain the shortage. */
  missingRefund: v.exactOptional(openPayment),
})
export type Comparison = v.InferOutput<typeof comparison>

/** Without what is expected in the drawer. */
const OpenShiftAnswer = v.strictObject({
  ...shift,
  start: Money,
  putIn: CashLine,
  takenOut: CashLine,
  /** Cash refunds at this drawer, for sales of any shift. */
  refundsPaid: CashLine,
  /** The newest 100. */
  movements: v.array(DrawerMovement),
  comparison: v.exactOptional(comparison),
})
export type OpenShiftAnswer = v.InferOutput<typeof OpenShiftAnswer>

/** Every change to the open shift returns it, too. */
export const Drawer = v.strictObject({
  /** Absent while no catalog could be read and no shift is open. */
  currency: v.exactOptional(v.string()),
  shift: v.exactOptional(OpenShiftAnswer),
  /** The number of the next Z report, if no other till closes first. */
  nextNumber: count,
})
export type Drawer = v.InferOutput<typeof Drawer>

/** For supervisors: the shift so far, without what is expected in the drawer. */
export const XReport = v.strictObject({ ...shift, at: time, by: NamedRef, figures: ShiftFigures })
export type XReport = v.InferOutput<typeof XReport>

/** Stored when the shift was closed. */
export const StoredZReport = v.strictObject({
  ...shift,
  number: count,
  closedAt: time,
  closedBy: NamedRef,
  figures: ShiftFigures,
  expected: ExpectedCash,
  counted: Money,
  count: cashCount,
  /** The number of counts, and the total of the first if it differs. */
  countedTimes: count,
  firstCounted: v.exactOptional(Money),
  difference: CashDifference,
  reason: v.exactOptional(v.picklist(DIFFERENCE_REASONS)),
  note: v.exactOptional(v.string()),
})
export type StoredZReport = v.InferOutput<typeof StoredZReport>

/** With the notes that supervisors added later. */
export const ZReport = v.strictObject({
  ...StoredZReport.entries,
  notes: v.array(v.strictObject({ at: time, by: v.string(), text: v.string() })),
})
export type ZReport = v.InferOutput<typeof ZReport>

const ZSummary = v.strictObject({
  ...v.pick(StoredZReport, ['id', 'terminal', 'number', 'openedAt', 'closedAt', 'closedBy', 'difference']).entries,
})
export type ZSummary = v.InferOutput<typeof ZSummary>

export const ShiftList = v.strictObject({
  reports: v.array(ZSummary),
  next: v.exactOptional(v.string()),
  /** Supervisors only, with the first page: the open shifts of all tills. */
  open: v.exactOptional(v.array(v.strictObject(shift))),
})
export type ShiftList = v.InferOutput<typeof ShiftList>

export const shiftEndpoints = {
  'GET /api/shifts/current': { query: DrawerQuery, answer: Drawer },
  'POST /api/shifts': { body: v.strictObject({ count: TypedCount }), answer: Drawer },
  'POST /api/shifts/:id/movements': { body: AddMovement, answer: Drawer },
  /** The count, sent before anyone learns what is expected. Selling at the till pauses. */
  'POST /api/shifts/:id/count': { body: v.strictObject({ count: TypedCount }), answer: Drawer },
  'POST /api/shifts/:id/count-again': { body: NoContent, answer: Drawer },
  'POST /api/shifts/:id/close': { body: CloseShift, answer: ZReport },
  'POST /api/shifts/:id/x': { body: NoContent, answer: XReport },
  'GET /api/shifts': { query: ShiftsQuery, answer: ShiftList },
  'GET /api/shifts/:id': { answer: ZReport },
  'POST /api/shifts/:id/notes': {
    body: v.strictObject({ text: spokenText(500, 'a note, in words') }),
    answer: ZReport,
  },
}
