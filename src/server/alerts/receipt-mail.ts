import { randomUUID } from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import type { Language } from '#domain/language.ts'
import { wordReceiptMail } from '#domain/receipt-mail.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import type { AlertSettings } from './alert-settings.ts'
import { sendEmail } from './email.ts'
import type { AlertedShop } from './send-alert.ts'

export type ReceiptMail = {
  /** Whether supervisors have set up the mail server of the alerts. */
  isSetUp: () => boolean
  /** One letter to one address, once: what fails is said and not repeated, and neither is stored. Never rejects. */
  send: (sale: SaleRecord, to: string, language: Language) => Promise<AlertOutcome>
}

type Deps = {
  settings: Pick<AlertSettings, 'record' | 'secrets'>
  guard: AddressGuard
  shop: AlertedShop
  deadlineMs?: number | undefined
  ca?: string | undefined
}

const DEADLINE_MS = 10_000

/** Receipts without their code by e-mail, from the mail server of the alerts. */
export function createReceiptMail({ settings, guard, shop, deadlineMs = DEADLINE_MS, ca }: Deps): ReceiptMail {
  const isSetUp = () => {
    const { isOn, user } = settings.record().email
    return isOn && (user === '' || settings.secrets().password !== undefined)
  }
  return {
    isSetUp,
    send: async (sale, to, language) => {
      if (!isSetUp()) return { ok: false, problem: 'not-set-up' }
      const { email } = settings.record()
      const server = {
        ...email,
        user: email.user === '' ? undefined : email.user,
        password: settings.secrets().password,
      }
      const context = { shopName: shop.name(), timeZone: shop.timeZone, language, isPractice: shop.isPractice }
      const letter = { id: randomUUID(), from: email.from, to, ...wordReceiptMail(sale, context) }
      return sendEmail(server, letter, { guard, deadlineMs, ca, signal: new AbortController().signal })
    },
  }
}
