// @vitest-environment happy-dom

import { i18n, setupI18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'

import { encodeDocument } from '#browser/printing/encode-document.ts'
import { documentText, type PrintLine } from '#browser/printing/print-document.ts'
import { formatMoneyAsText } from '#browser/i18n/formats.ts'
import { setTimeZone } from '#browser/i18n/format-time.ts'
import { readLocale } from '#browser/i18n/writing.ts'
import ar from '#browser/i18n/ar.json'
import en from '#browser/i18n/en.json'
import type { Locale } from '#browser/i18n/locale.ts'
import { textIn, type Text } from '#browser/i18n/use-text.ts'
import type { PaperWords, PrintContext } from '#browser/sale/documents/print-context.ts'
import {
  printedReceipt,
  receiptDocument,
  waitingSlip,
  type ReceiptContent,
} from '#browser/sale/documents/receipt-document.ts'
import { supportReport } from '#browser/sale/documents/support-report.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Voucher } from '#domain/catalog/voucher.ts'
import { anInternationalSale } from '../../../support/an-international-sale.ts'
import { aed, aSale, catalog } from '../../../support/a-shop.ts'
import { tillSettings } from '../../../support/fake-proxy.ts'
import { aVoucher, aVoucherSale, CODE } from '../../../support/a-sold-voucher.ts'
import { text } from '../../../support/texts.ts'

const AT = Date.UTC(2026, 10, 20, 10, 32)
const t: Text = (id, values) => i18n._(id, values)

const words = (more: Partial<PrintContext> = {}): PrintContext => ({
  t,
  locale: readLocale(i18n.locale),
  money: (value) => formatMoneyAsText(value, readLocale(i18n.locale)),
  point: catalog.point,
  isPractice: false,
  ...more,
})

beforeAll(() => {
  setTimeZone('Asia/Dubai')
  i18n.load({ en, ar })
  i18n.activate('en')
})

function lineText(line: PrintLine): string {
  switch (line.kind) {
    case 'text':
      return line.look ? `${line.look}: ${line.text}` : line.text
    case 'pair':
      return `${line.label} | ${line.value}${line.isStrong ? ' (strong)' : ''}`
    case 'rule':
      return '---'
    case 'pictures':
      return `pictures ${line.addresses.join(' ')}`
    case 'qr':
      return `QR ${line.text}`
    case 'banner':
      return `[${line.text}]`
    case 'cut':
      return '8<'
  }
}

const WORDS: ReceiptContent = { kind: 'words', receipt: null }
const linesOf = (sale: Sale, content: ReceiptContent = WORDS, more: Partial<PrintContext> = {}, copy = 0) =>
  receiptDocument(sale, content, words(more), { copy }).lines.map(lineText)

const sold = () => aVoucherSale({ finalAt: AT })
const withCode = (voucher: Voucher): ReceiptContent => ({ kind: 'code', voucher, receipt: null })

const HEAD = ['title: SIDRA CORNER SHOP', 'Deira', '---']
const SALE = ['Sale 0483 | 20-11-2026 14:32', 'POS 20418 | Served by Amal', '---']
const RECHARGE = ['strong: Qamra Recharge', 'Number | +971 50 123 4567']
const FACTS = [...SALE, 'strong: Pixelmoor Gift Card', 'Face value | AED 50.00', 'Paid | AED 50.00 (strong)']

it("the receipt of a voucher has its heading, facts and code, then the provider's parts in their order, with their line breaks", () => {
  const content: ReceiptContent = {
    kind: 'code',
    voucher: aVoucher({ reference: 'PXM-88213', link: 'https://redeem.example/a/7K4P' }),
    receipt: {
      footer: 'Bye now',
      promo: 'Two for one',
      instruction: 'Scan\nSign in',
      info: 'Valid a year',
      subheader: '\n',
      header: 'Pixelmoor',
    },
  }
  expect(linesOf(sold(), content)).toEqual([
    ...HEAD,
    ...FACTS,
    '---',
    'PIN',
    'code: 7K4P 2M9X QH6T 81WD',
    'Serial 0091 4427 3306',
    'Reference PXM-88213',
    'QR https://redeem.example/a/7K4P',
    'small: redeem.example',
    '---',
    'title: Pixelmoor',
    'Valid a year',
    'Scan\nSign in',
    '---',
    'strong: Two for one',
    '---',
    'Bye now',
  ])
})

it.each<{ voucher: Voucher; lines: string[] }>([
  { voucher: { number: '5678-1234-9012-3456' }, lines: ['PIN', 'code: 5678-1234-9012-3456'] },
  { voucher: { number: '70417012345678' }, lines: ['PIN', 'code: 7041 7012 3456 78'] },
  { voucher: { serial: 'SN-1' }, lines: ['Serial SN-1'] },
  { voucher: { reference: 'R1' }, lines: ['Reference R1'] },
  { voucher: { link: 'https://a.example/x' }, lines: ['QR https://a.example/x', 'small: a.example'] },
  // The host is shown as a browser would resolve it: the Cyrillic letter doesn't pass for ours.
  {
    voucher: { link: 'https://quill\u043E.example/x' },
    lines: ['QR https://xn--quill-nye.example/x', 'small: xn--quill-nye.example'],
  },
  ...['http://a.example/x', "javascript:alert('1')", 'https://me:pw@a.example'].map((link) => ({
    voucher: { link },
    lines: [text('delivery.link'), `small: ${link}`],
  })),
])('the receipt of a voucher shows $voucher', ({ voucher, lines }) => {
  expect(linesOf(sold(), withCode(voucher)).slice(HEAD.length + FACTS.length)).toEqual(['---', ...lines])
})

it("the receipt of a voucher has the shop's additions: logo and text at the top, named tax number, and text at the end", () => {
  const receipt = {
    ...tillSettings.receipt,
    logo: 'data:image/png;base64,AAAA',
    heading: 'Welcome\nأهلاً',
    taxNumber: '100223344556677',
    footer: 'Come again',
  }
  expect(linesOf(sold(), withCode({ serial: 'SN-1' }), { receipt })).toEqual([
    'pictures data:image/png;base64,AAAA',
    ...HEAD.slice(0, -1),
    'Welcome\nأهلاً',
    'Tax number | 100223344556677',
    '---',
    ...FACTS,
    '---',
    'Serial SN-1',
    '---',
    'Come again',
  ])
  expect(linesOf(sold(), withCode({}), { receipt: { ...receipt, taxName: 'TRN' } })).toContain('TRN | 100223344556677')
})

it('the receipt of a voucher shows no tax without a number, and no additions where none are set', () => {
  const { receipt } = tillSettings
  expect(linesOf(sold(), withCode({}), { receipt: { ...receipt, taxName: 'TRN' } })).toEqual([...HEAD, ...FACTS])
  // Without a catalog, the shop's name is not known yet.
  expect(linesOf(sold(), withCode({}), { receipt, point: undefined })[0]).toBe('Sale 0483 | 20-11-2026 14:32')
})

it("the first print of a voucher's receipt includes the shop's copies, which contain no code", () => {
  const words_ = words({ receipt: { ...tillSettings.receipt, copies: 3 } })
  const paper = receiptDocument(sold(), withCode({ number: CODE }), words_)
  const [customer, ...shop] = documentText(printedReceipt(paper, sold(), words_, 0)).split(text('receipt.shopCopy'))
  expect(customer).toContain(CODE.slice(0, 4))
  expect(shop).toHaveLength(2)
  for (const copy of shop) {
    expect(copy).toContain('Paid: AED 50.00')
    expect(copy).not.toContain(CODE.slice(0, 4))
  }
  expect(printedReceipt(paper, sold(), words_, 1).lines).toEqual(paper.lines)
})

it.each([
  { kind: 'handed-over', says: text('receipt.code.handed-over') },
  { kind: 'on-slip', says: text('receipt.code.on-slip') },
  { kind: 'hidden', says: '•••• •••• •••• ••••' },
] as const)(
  'the receipt of a voucher without its code ($kind) says so, and shows nothing from the provider',
  ({ kind, says }) => {
    expect(linesOf(sold(), { kind })).toEqual([...HEAD, ...FACTS, '---', says])
  },
)

it('the receipt of a voucher says which copy it is, and its account', () => {
  const sale = aVoucherSale({ finalAt: AT, account: 'amal@example.com' })
  const lines = linesOf(sale, { kind: 'handed-over' }, {}, 2)
  expect(lines.slice(0, 2)).toEqual(['[COPY 2]', 'title: SIDRA CORNER SHOP'])
  expect(lines).toContain('Account | amal@example.com')
})

it("the receipt of a voucher shows the agent's name where the shop has no name for receipts, and no empty address", () => {
  const point = { ...catalog.point, receiptName: '', address: '' }
  expect(linesOf(sold(), { kind: 'handed-over' }, { point }).slice(0, 2)).toEqual(['title: Sidra', '---'])
})

it('the receipt of a voucher as text contains the code exactly as delivered', () => {
  const content = { kind: 'code', voucher: aVoucher(), receipt: null, isForText: true } as const
  expect(documentText(receiptDocument(sold(), content, words())).split('\n')).toEqual(
    expect.arrayContaining(['PIN', CODE, 'Serial 009144273306', 'Paid: AED 50.00']),
  )
})

it('the receipt of a top-up shows its number and what the recipient gets', () => {
  const sale = aSale({ state: 'succeeded', finalAt: AT })
  expect(linesOf(sale, { kind: 'words', receipt: { header: 'Qamra' } })).toEqual([
    ...HEAD,
    ...SALE,
    ...RECHARGE,
    'Recipient gets | AED 50.00',
    'Paid | AED 50.00 (strong)',
    '---',
    'title: Qamra',
  ])
})

const paidLines = (payment: Partial<Sale>) => {
  const sale = aSale({ state: 'succeeded', finalAt: AT, pays: aed('45'), amount: aed('45'), ...payment })
  const lines = linesOf(sale)
  return lines.slice(lines.indexOf('Paid | AED 45.00 (strong)') + 1)
}

it.each<[string, Partial<Sale>, string[]]>([
  ['nothing where it was not recorded', {}, []],
  ['a card', { paymentMethod: 'card' }, ['Payment method | Card']],
  ['cash without an amount received', { paymentMethod: 'cash' }, ['Payment method | Cash']],
  [
    'what was given and the change',
    { paymentMethod: 'cash', cashTendered: aed('100') },
    ['Cash received | AED 100.00', 'Change | AED 55.00 (strong)'],
  ],
  [
    'what was given, when that was exact',
    { paymentMethod: 'cash', cashTendered: aed('45') },
    ['Cash received | AED 45.00'],
  ],
  [
    'what each of two methods paid, and the change of the cash',
    { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: aed('20') }, cashTendered: aed('50') },
    ['Card | AED 25.00', 'Cash | AED 20.00', 'Cash received | AED 50.00', 'Change | AED 30.00 (strong)'],
  ],
])('the payment on the receipt is %s', (_, payment, lines) => {
  expect(paidLines(payment)).toEqual(lines)
})

it("the payment is also on the shop's copy and in the text for the customer", () => {
  const sale = aSale({
    state: 'succeeded',
    finalAt: AT,
    pays: aed('45'),
    paymentMethod: 'cash',
    cashTendered: aed('100'),
  })
  const words_ = words({ receipt: { ...tillSettings.receipt, copies: 2 } })
  const paper = receiptDocument(sale, WORDS, words_)
  const papers = documentText(printedReceipt(paper, sale, words_, 0)).split(text('receipt.shopCopy'))
  expect(papers).toHaveLength(2)
  for (const each of papers) expect(each).toContain('Change: AED 55.00')
})

const inLanguage = (locale: Locale): PaperWords => {
  const own = setupI18n({ locale, messages: { [locale]: locale === 'ar' ? ar : en } })
  return { locale, t: textIn(own), money: (value) => formatMoneyAsText(value, locale) }
}
const customer = [inLanguage('en'), inLanguage('ar')]
const isolated = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
const linesIn = (sale: Sale, content: ReceiptContent) =>
  receiptDocument(sale, content, words({ customer })).lines.map((line) => isolated(lineText(line)))

it('a document in two languages has what differs in both, one below the other, and the rest once', () => {
  const lines = linesIn(sold(), withCode(aVoucher()))
  const second = lines.indexOf('Paid | AED 50.00 (strong)') + 1
  expect(lines[second]).toBe('المدفوع | 50.00 درهمًا (strong)')
  for (const once of ['code: 7K4P 2M9X QH6T 81WD', 'strong: Pixelmoor 50'])
    expect(lines.filter((line) => line === once).length, once).toBeLessThan(2)
  expect(lines.filter((line) => line.startsWith('code:'))).toEqual(['code: 7K4P 2M9X QH6T 81WD'])
  expect(lines).toEqual(expect.arrayContaining(['PIN', 'الرمز']))
})

it('a document in two languages names a country in both, and its slip and copy marks are in both', () => {
  const sale = anInternationalSale()
  expect(linesIn(sale, WORDS)).toEqual(expect.arrayContaining(['Country | Philippines', 'الدولة | الفلبين']))
  const banners = waitingSlip(sale, words({ customer }), AT).lines.filter(({ kind }) => kind === 'banner')
  expect(banners).toHaveLength(2)
})

it("a receipt is in the shop's one language, whatever is on the screen, while other documents are in that of the screen", () => {
  const [, arabic] = customer
  const words_ = words({ customer: [arabic!] })
  const lines = receiptDocument(sold(), { kind: 'on-slip' }, words_).lines.map(lineText)
  expect(lines).toContain('المدفوع | 50.00 درهمًا (strong)')
  expect(lines.join()).not.toContain(text('sale.receipt.paid'))
  expect(supportReport(sold(), words_, 'Asia/Dubai').text).toContain(t('money.customerPays'))
})

const PRACTICE = { isPractice: true }
const HEAD_MARK = '[PRACTICE\nNO MONEY MOVED]'
const MARK = '[PRACTICE]'
const code = withCode(aVoucher({ link: 'https://redeem.example/a/7K4P' }))

it('a practice document is marked across its head, above its code, at its foot and behind everything, and differs in nothing else', () => {
  const marked = receiptDocument(sold(), code, words(PRACTICE))
  const lines = marked.lines.map(lineText)
  expect(lines[0]).toBe(HEAD_MARK)
  expect(lines[lines.indexOf('PIN') - 1]).toBe(MARK)
  expect(lines.at(-1)).toBe(MARK)
  expect(marked.watermark).toBe(text('sale.receipt.practiceMark'))
  expect(lines.filter((line) => line !== MARK && line !== HEAD_MARK)).toEqual(linesOf(sold(), code))
})

it('each document of one practice print is marked', () => {
  const words_ = words({ ...PRACTICE, receipt: { ...tillSettings.receipt, copies: 3 } })
  const printed = printedReceipt(receiptDocument(sold(), code, words_), sold(), words_, 0)
  const papers = printed.lines.map(lineText).join('\n').split('8<\n')
  expect(papers).toHaveLength(3)
  for (const paper of papers) {
    expect(paper.startsWith(HEAD_MARK)).toBe(true)
    expect(paper.trimEnd().endsWith(MARK)).toBe(true)
  }
  expect(printed.watermark).toBe(text('sale.receipt.practiceMark'))
})

it.each([58, 80] as const)('a practice document is marked by a printer of %i mm, in its own font', async (width) => {
  const paper = receiptDocument(sold(), code, words(PRACTICE))
  const noPicture = () => Promise.reject(new Error('drawn'))
  const bytes = await encodeDocument(paper, { width, opensDrawer: false, language: 'esc-pos' }, noPicture, noPicture)
  const printed = String.fromCharCode(...bytes)
  expect(printed.split(text('sale.receipt.practiceMark'))).toHaveLength(4)
  expect(printed).toContain('7K4P 2M9X QH6T 81WD')
  // White on black (GS B 1), and double width and height (GS ! 0x11), whatever the width.
  const mark = printed.slice(0, printed.indexOf(text('sale.receipt.practiceMark')))
  expect(mark.lastIndexOf('\u001dB\u0001')).toBeGreaterThan(mark.lastIndexOf('\u001dB\u0000'))
  expect(mark.lastIndexOf('\u001d!\u0011')).toBeGreaterThan(mark.lastIndexOf('\u001d!\u0000'))
})

it.each([
  ['a slip', () => waitingSlip(aSale(), words(PRACTICE), AT)],
  ['a support report', () => supportReport(aSale(), words(PRACTICE), 'Asia/Dubai').paper],
])('a practice document is marked when it is %s', (_, paper) => {
  const lines = paper().lines.map(lineText)
  expect([lines[0], lines.at(-1)]).toEqual([HEAD_MARK, MARK])
})

it.each([
  ['receipt', (sale: Sale) => receiptDocument(sale, WORDS, words())],
  ['slip to wait with', (sale: Sale) => waitingSlip(sale, words(), AT)],
  ['report for support', (sale: Sale) => supportReport(sale, words(), 'Asia/Dubai').paper],
])('the %s of a sale that was sent as a test transaction is marked', (_, paper) => {
  expect(paper(aSale({ isTest: true, finalAt: AT })).lines.map(lineText)).toContain('strong: TEST TRANSACTION')
})

const abroad = () => anInternationalSale({ state: 'succeeded', finalAt: AT })
const lines = [
  ...SALE,
  'strong: International top-up',
  'Country | Philippines',
  'Operator | Islanet',
  'Product | Load 300',
  'Number | +63 917 555 0142',
  'Recipient gets | PHP 300.00',
  'Paid | AED 21.50 (strong)',
]

it('the receipt of an international top-up shows country, operator and number, what the recipient gets and what was paid', () => {
  const receipt = { header: 'Islanet', promo: 'Twice' }
  const ofService = ['---', 'title: Islanet', '---', 'strong: Twice']
  expect(linesOf(abroad(), { kind: 'words', receipt })).toEqual([...HEAD, ...lines, ...ofService])
  expect(linesOf(abroad(), WORDS, {}, 1)).toEqual(['[COPY 1]', ...HEAD, ...lines])
})

it('the receipt of an international top-up has the flag and the logo that were stored with the sale, and is text without them', () => {
  const sale = abroad()
  const { country, provider, denomination } = sale.international!
  const international = {
    country: { ...country, flag: 'https://a.example/phl.svg', flagLarge: 'https://a.example/phl-large.svg' },
    provider: { ...provider, logo: 'https://a.example/islanet.svg' },
    denomination,
  }
  const paper = receiptDocument({ ...sale, international }, WORDS, words())
  expect(paper.lines.map(lineText)).toContain('pictures https://a.example/phl-large.svg https://a.example/islanet.svg')
  expect(documentText(paper)).not.toContain('https:')
})

it('the receipt of an international top-up separates an advertisement, wherever it is', () => {
  const linesWith = (receipt: Receipt) =>
    linesOf(abroad(), { kind: 'words', receipt }).slice(HEAD.length + lines.length)
  expect(linesWith({ promo: 'Twice' })).toEqual(['---', 'strong: Twice'])
  expect(linesWith({ promo: 'Twice', footer: 'Bye' })).toEqual(['---', 'strong: Twice', '---', 'Bye'])
  expect(linesWith({ header: 'Islanet', footer: 'Bye' })).toEqual(['---', 'title: Islanet', 'Bye'])
})

it('the receipt of an international top-up contains the code of a product with one', () => {
  const sale = { ...abroad(), voucher: 'ready' } as const
  const code = ['PIN', 'code: 7K4P 2M9X QH6T 81WD']
  expect(linesOf(sale, withCode(aVoucher()))).toEqual(expect.arrayContaining([...lines, ...code]))
})

it('the receipt of an international top-up has the decimals of its currency, also in Arabic', () => {
  i18n.activate('ar')
  const arabic = linesOf({ ...abroad(), amount: money(decimal('3.5'), 'KWD') })
  i18n.activate('en')
  expect(arabic).toEqual(expect.arrayContaining(['strong: شحن دولي', 'الدولة | الفلبين', 'المشغّل | Islanet']))
  expect(arabic).toEqual(expect.arrayContaining(['الرقم | +63 917 555 0142', 'يصل إلى المستلم | 3.500 KWD']))
})

it('the receipt of an international top-up with an unknown result is a slip with the same lines', () => {
  const sale = anInternationalSale({ state: 'pending', confirmedAt: AT })
  const slip = waitingSlip(sale, words(), AT).lines.map(lineText)
  expect(slip).toEqual(expect.arrayContaining([...lines.slice(0, -1), 'Customer paid | AED 21.50']))
  expect(slip).toContain('Waiting for Islanet | 20-11-2026 14:32 (strong)')
})

const waiting = (sale: Sale) => waitingSlip(sale, words(), AT)

it('the slip of a waiting sale is clearly not a receipt, and says what is known and as of when', () => {
  const paper = waiting(aSale({ state: 'pending', confirmedAt: AT }))
  expect(paper.kind).toBe('waiting')
  expect(paper.lines.map(lineText)).toEqual([
    '[Waiting slip]',
    'strong: This is not a receipt',
    ...HEAD,
    ...SALE,
    ...RECHARGE,
    'Amount | AED 50.00',
    'Customer paid | AED 50.00',
    '---',
    'Waiting for Qamra | 20-11-2026 14:32 (strong)',
    text('sale.waitingSlip.keep'),
  ])
})

it('the slip of a sale that failed does not ask its customer to wait', () => {
  const slip = waiting(aSale({ state: 'not-executed', confirmedAt: AT }))
    .lines.map(lineText)
    .join()
  expect(slip).toContain('refund you')
  expect(slip).not.toContain('ten minutes')
})

it('the slip of a waiting sale has the link with which its customer follows the sale, and no other document has it', () => {
  const followed = { state: 'pending', confirmedAt: AT, statusLink: 'https://till.example/s/01J.abc.def' } as const
  expect(waiting(aSale(followed)).lines.map(lineText).slice(-3)).toEqual([
    'QR https://till.example/s/01J.abc.def',
    text('sale.waitingSlip.follow'),
    'small: till.example',
  ])
  const withCode = { ...aVoucherSale(), statusLink: followed.statusLink }
  const receipt = receiptDocument(withCode, { kind: 'code', voucher: aVoucher(), receipt: null }, words())
  const { paper } = supportReport(aSale(followed), words(), 'Asia/Dubai')
  expect(JSON.stringify([receipt, paper])).not.toContain('/s/')
})

it('the slip of a code that has not arrived says that it is paid, and to bring the slip back', () => {
  const lines = waiting(aVoucherSale({ voucher: 'coming', confirmedAt: AT })).lines.map(lineText)
  expect(lines.slice(-3)).toEqual([
    '---',
    'Paid, waiting for the code | 20-11-2026 14:32 (strong)',
    text('receipt.waitForCode'),
  ])
  expect(lines).toContain('Provider no. | 900001')
})
