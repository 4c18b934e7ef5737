import type { AlertLanguage } from './alerts.ts'
import { saleCan, type Sale } from './sale/sale.ts'
import { clockAt } from './shop-calendar.ts'

type ReceiptMail = { subject: string; text: string }

type MailedSale = Pick<
  Sale,
  'number' | 'kind' | 'serviceName' | 'account' | 'amount' | 'pays' | 'finalAt' | 'openedAt' | 'voucher' | 'isTest'
>

type MailContext = { shopName: string | undefined; timeZone: string; language: AlertLanguage; isPractice: boolean }

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
  const words = WORDS[language]
  const { day } = clockAt(sale.finalAt ?? sale.openedAt, timeZone)
  const heading = words.heading(`${isPractice ? 'P-' : ''}${sale.number}`)
  const line = (label: string, value: string) => `${label}: ${value}`
  const lines = [
    ...(isPractice ? [words.practice] : []),
    ...(sale.isTest ? [words.test] : []),
    ...(shopName === undefined ? [] : [shopName]),
    heading,
    line(words.day, day),
    line(words.product, sale.serviceName),
    ...(sale.account === undefined ? [] : [line(words.account, sale.account)]),
    line(sale.kind === 'voucher' ? words.faceValue : words.gets, `${sale.amount.amount} ${sale.amount.currency}`),
    line(words.paid, `${sale.pays.amount} ${sale.pays.currency}`),
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
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}….${ending}`
}

type Words = {
  between: string
  heading: (number: string) => string
  practice: string
  test: string
  day: string
  product: string
  account: string
  faceValue: string
  gets: string
  paid: string
  noCode: string
}

const WORDS: Record<AlertLanguage, Words> = {
  en: {
    between: ': ',
    heading: (number) => `Receipt of sale ${number}`,
    practice: 'Practice: nothing was sold.',
    test: 'Test: the service was told that this is no real sale.',
    day: 'Day',
    product: 'Product',
    account: 'Number or account',
    faceValue: 'Face value',
    gets: 'Recipient gets',
    paid: 'Paid',
    noCode: 'The code is not in this e-mail. You have it from the counter.',
  },
  ar: {
    between: ': ',
    heading: (number) => `إيصال البيع ${number}`,
    practice: 'تدريب: لم يُبع شيء.',
    test: 'اختبار: أُبلغت الخدمة بأن هذا ليس بيعًا حقيقيًا.',
    day: 'اليوم',
    product: 'المنتج',
    account: 'الرقم أو الحساب',
    faceValue: 'القيمة الاسمية',
    gets: 'يستلم المستفيد',
    paid: 'المدفوع',
    noCode: 'الرمز ليس في هذه الرسالة. حصلت عليه عند الصندوق.',
  },
}
