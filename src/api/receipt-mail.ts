import * as v from 'valibot'

import { ALERT_PROBLEMS } from '#domain/alerts.ts'
import { LANGUAGES } from '#domain/language.ts'
import { Sale } from '#domain/sale/sale.ts'
import { emailAddress } from './alerts.ts'

/** One address, which is never stored, and the language of the email. The server writes its content. */
export const MailReceipt = v.strictObject({ to: emailAddress, language: v.picklist(LANGUAGES) })
export type MailReceipt = v.InferOutput<typeof MailReceipt>

export const MailedReceipt = v.strictObject({
  isSent: v.boolean(),
  problem: v.exactOptional(v.picklist(ALERT_PROBLEMS)),
  sale: Sale,
})
export type MailedReceipt = v.InferOutput<typeof MailedReceipt>

export const receiptMailEndpoints = {
  'POST /api/sales/:id/mail': { body: MailReceipt, answer: MailedReceipt },
}
