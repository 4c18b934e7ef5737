import type { Language } from './language.ts'
import { MESSAGE_WORDS } from './message-words/languages.ts'
import { saleCan, type Sale } from './sale/sale.ts'
import { clockAt } from './shop-calendar.ts'
import { cutText } from './typed-text.ts'

type ReceiptMail = { subject: string; text: string }

type MailedSale = Pick<
  Sale,
  'number' | 'kind' | 'serviceName' | 'account' | 'amount' | 'pays' | 'finalAt' | 'openedAt' | 'voucher' | 'isTest'
>

type MailContext = { shopName: string | undefined; timeZone: string; language: Language; isPractice: boolean }

type Settled = Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'refund' | 'resolution'>

/** Whether a letter may say that the customer paid and got it. */
export const isReceiptTrue = (sale: Settled): boolean =>
  saleCan.deliver(sale) && !sale.conflicting && !sale.refund && sale.resolution?.outcome !== 'not-sold'

/**
 * The receipt of a sale as a letter to its customer. Each line is named here, and none is free text of the wholesaler, in which a code may stand: so no
 * code is in it.
 */
export function wordReceiptMail(
  sale: MailedSale,
  { shopName, timeZone, language, isPractice }: MailContext,
): ReceiptMail {
  const words = MESSAGE_WORDS[language].receipt
  const { day } = clockAt(sale.finalAt ?? sale.openedAt, timeZone)
  const heading = words.heading(`${isPractice ? 'P-' : ''}${sale.number}`)
  const lines = [
    ...(isPractice ? [words.practice] : []),
    ...(sale.isTest ? [words.test] : []),
    ...(shopName === undefined ? [] : [shopName]),
    heading,
    words.line(words.day, day),
    words.line(words.product, sale.serviceName),
    ...(sale.account === undefined ? [] : [words.line(words.account, sale.account)]),
    words.line(sale.kind === 'voucher' ? words.faceValue : words.gets, `${sale.amount.amount} ${sale.amount.currency}`),
    words.line(words.paid, `${sale.pays.amount} ${sale.pays.currency}`),
    ...(sale.voucher === 'delivered' ? [words.noCode] : []),
  ]
  return {
    subject: [shopName, heading].filter((part) => part !== undefined).join(words.between),
    text: lines.join('\n'),
  }
}

/** An e-mail address as the journal keeps it: who sent it knows it again, and nobody can write to it. */
export function maskEmail(address: string): string {
  const [name = '', host = ''] = address.split('@')
  const [ending = ''] = host.split('.').slice(-1)
  return `${cutText(name, 1)}…@${cutText(host, 1)}….${ending}`
}
