import { randomUUID } from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import type { Language } from '#domain/language.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { saleCan, type Sale } from '#domain/sale/sale.ts'
import { clockAt } from '#domain/shop-calendar.ts'
import { cutText } from '#domain/text/typed-text.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import { SAY } from '../lib/words.ts'
import type { AlertSettings } from './alert-settings.ts'
import { sendEmail } from './email.ts'
import type { AlertedShop } from './send-alert.ts'

export type ReceiptMail = {
  isSetUp: () => boolean
  /** Nothing is retried or stored. Never rejects. */
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

/** Receipts without their code, through the alerts' mail server. */
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
      const context = { shopName: shop.name(), timeZone: shop.timeZone(), language, isPractice: shop.isPractice }
      const letter = { id: randomUUID(), from: email.from, to, ...wordReceiptMail(sale, context) }
      return sendEmail(server, letter, { guard, deadlineMs, ca, signal: new AbortController().signal })
    },
  }
}

type MailedSale = Pick<
  Sale,
  'number' | 'kind' | 'serviceName' | 'account' | 'amount' | 'pays' | 'finalAt' | 'openedAt' | 'voucher' | 'isTest'
>

type MailContext = { shopName: string | undefined; timeZone: string; language: Language; isPractice: boolean }

type Settled = Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'refund' | 'resolution'>

/** Whether a receipt may say that the customer paid and received the product. */
export const isReceiptTrue = (sale: Settled): boolean =>
  saleCan.deliver(sale) && !sale.conflicting && !sale.refund && sale.resolution?.outcome !== 'not-sold'

/** The wholesaler's free text may contain a code, so only these fields are used. */
export function wordReceiptMail(sale: MailedSale, { shopName, timeZone, language, isPractice }: MailContext) {
  const say = SAY[language]
  const line = (label: 'day' | 'product' | 'account' | 'faceValue' | 'gets' | 'paid', value: string) =>
    say('receipt.line', { label: say(`receipt.${label}`), value })
  const { day } = clockAt(sale.finalAt ?? sale.openedAt, timeZone)
  const heading = say('receipt.heading', { number: `${isPractice ? 'P-' : ''}${sale.number}` })
  const lines = [
    ...(isPractice ? [say('receipt.practice')] : []),
    ...(sale.isTest ? [say('receipt.test')] : []),
    ...(shopName === undefined ? [] : [shopName]),
    heading,
    line('day', day),
    line('product', sale.serviceName),
    ...(sale.account === undefined ? [] : [line('account', sale.account)]),
    line(sale.kind === 'voucher' ? 'faceValue' : 'gets', `${sale.amount.amount} ${sale.amount.currency}`),
    line('paid', `${sale.pays.amount} ${sale.pays.currency}`),
    ...(sale.voucher === 'delivered' ? [say('receipt.noCode')] : []),
  ]
  return { subject: shopName === undefined ? heading : `${shopName}: ${heading}`, text: lines.join('\n') }
}

/** The sender still recognizes the masked address, but no one can write to it. */
export function maskEmail(address: string): string {
  const [name = '', host = ''] = address.split('@')
  const [ending = ''] = host.split('.').slice(-1)
  return `${cutText(name, 1)}…@${cutText(host, 1)}….${ending}`
}
