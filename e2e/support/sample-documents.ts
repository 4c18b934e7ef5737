import type { PrintDocument } from '#browser/printing/print-document.ts'

/** A frame around a triangle, one bit per dot. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAMAAAABAAQAAAABkF0VyAAAAuElEQVR42s3UsRHEIAwEwGMICF0CpVAalEYplOCQgMEPxk6sU/bjf6WbaEZ3wqEMvgg76Gw/hsCWbe9DVKAHBZpXoG4K7E6BYhXIRoEEBYBIoQOBQgM8hTrOQ2Hc0lEogKWQAUMhjQxQmOGIBPqEQKBN8ATqmTMCZyQdgTLBEsgTDIF0hpnASnkU0BcEAW2BF1Cvwgi4muUElAVWQF5gBKSrlQLuusYH9BvCA9oN/tU6/+WHe+G3fwBAaQBt0lwbnAAAAABJRU5ErkJggg=='

/** Documents as shops print them, one of each; every code is made up. */
export const sampleDocuments: Record<string, PrintDocument> = {
  'recharge-english': {
    kind: 'receipt',
    lines: [
      { kind: 'text', text: 'SIDRA CORNER SHOP', align: 'center', look: 'title' },
      { kind: 'text', text: 'Al Rigga Street, Deira, Dubai', align: 'center' },
      { kind: 'rule' },
      { kind: 'pair', label: 'Sale 0482', value: '20/11/2026, 14:29' },
      { kind: 'pair', label: 'POS 20418', value: 'Served by Amal' },
      { kind: 'rule' },
      { kind: 'text', text: 'Qamra Recharge', align: 'center', look: 'strong' },
      { kind: 'pair', label: 'Mobile number', value: '050 123 4567' },
      { kind: 'pair', label: 'Recipient gets', value: 'AED 50.00' },
      { kind: 'pair', label: 'Paid', value: 'AED 50.00', isStrong: true },
      { kind: 'rule' },
      {
        kind: 'text',
        text: 'Your recharge was successful.\nDial *101# to see your balance.\n\nThank you',
        align: 'center',
      },
    ],
  },
  'own-receipt': {
    kind: 'receipt',
    lines: [
      { kind: 'pictures', addresses: [LOGO], look: 'logo' },
      { kind: 'text', text: 'SIDRA CORNER SHOP', align: 'center', look: 'title' },
      { kind: 'text', text: 'Open every day from 7 to midnight', align: 'center' },
      { kind: 'text', text: 'VAT registration 100-2233-4455-6677', align: 'center', look: 'small' },
      { kind: 'rule' },
      { kind: 'pair', label: 'Sale 0484', value: '20/11/2026, 14:36' },
      { kind: 'rule' },
      { kind: 'text', text: 'Qamra Recharge', align: 'center', look: 'strong' },
      { kind: 'pair', label: 'Paid', value: 'AED 50.00', isStrong: true },
      { kind: 'rule' },
      { kind: 'text', text: 'Thank you. Ask us about gift cards.', align: 'center' },
    ],
  },
  'voucher-english': {
    kind: 'receipt',
    lines: [
      { kind: 'banner', text: 'COPY 2' },
      { kind: 'text', text: 'SIDRA CORNER SHOP', align: 'center', look: 'title' },
      { kind: 'rule' },
      { kind: 'pair', label: 'Sale 0483', value: '20/11/2026, 14:32' },
      { kind: 'rule' },
      { kind: 'text', text: 'Pixelmoor Gift Card', align: 'center', look: 'strong' },
      { kind: 'pair', label: 'Sent to the account', value: 'a.very.long.name.of.a.customer@mail.example' },
      { kind: 'pair', label: 'Paid', value: 'AED 200.00', isStrong: true },
      { kind: 'rule' },
      { kind: 'text', text: 'PIN', align: 'center' },
      { kind: 'text', text: '7K4P 2M9X QH6T 81WD', align: 'center', look: 'code' },
      { kind: 'text', text: 'Serial 0091 4427 3306', align: 'center' },
      { kind: 'qr', text: 'https://redeem.pixelmoor.example/a/7K4P2M9XQH6T81WD' },
      { kind: 'text', text: 'https://redeem.pixelmoor.example/a/7K4P2M9XQH6T81WD', align: 'center', look: 'small' },
      { kind: 'rule' },
      { kind: 'text', text: 'Keep this receipt. Codes are not exchanged or returned.', align: 'start', look: 'small' },
    ],
  },
  'voucher-arabic': {
    kind: 'receipt',
    lines: [
      { kind: 'text', text: 'بقالة السدرة', align: 'center', look: 'title' },
      { kind: 'text', text: 'شارع الرقة، ديرة، دبي', align: 'center' },
      { kind: 'rule' },
      { kind: 'pair', label: 'عملية البيع 0483', value: '20/11/2026, 14:32' },
      { kind: 'pair', label: 'POS 20418', value: 'خدمكم أمل' },
      { kind: 'rule' },
      { kind: 'text', text: 'بطاقة هدايا Pixelmoor', align: 'center', look: 'strong' },
      { kind: 'pair', label: 'القيمة الاسمية', value: '200.00 درهم' },
      { kind: 'pair', label: 'المدفوع', value: '200.00 درهم', isStrong: true },
      { kind: 'rule' },
      { kind: 'text', text: 'الرمز السري', align: 'center' },
      { kind: 'text', text: '7K4P 2M9X QH6T 81WD', align: 'center', look: 'code' },
      { kind: 'text', text: 'الرقم التسلسلي 0091 4427 3306', align: 'center' },
      { kind: 'qr', text: 'https://redeem.pixelmoor.example/a/7K4P2M9XQH6T81WD' },
      { kind: 'rule' },
      {
        kind: 'text',
        text: 'احتفظ بهذا الإيصال. لا تُستبدل الرموز ولا تُردّ بعد إصدارها، فلا تُعطِ الرمز لأحد.\nشكرًا لزيارتكم',
        align: 'start',
      },
    ],
  },
  'recharge-hindi-urdu': {
    kind: 'receipt',
    lines: [
      { kind: 'text', text: 'SIDRA CORNER SHOP', align: 'center', look: 'title' },
      { kind: 'pair', label: 'बिक्री 0482', value: '20-11-2026 14:29' },
      { kind: 'pair', label: 'سیل 0482', value: '20-11-2026 14:29' },
      { kind: 'rule' },
      { kind: 'text', text: 'Qamra Recharge', align: 'center', look: 'strong' },
      { kind: 'pair', label: 'भुगतान किया', value: 'AED 50.00', isStrong: true },
      { kind: 'pair', label: 'ادا کیا', value: '50.00 درہم', isStrong: true },
    ],
  },
  'waiting-arabic': {
    kind: 'waiting',
    lines: [
      { kind: 'banner', text: 'قسيمة انتظار\nليست إيصالًا' },
      { kind: 'text', text: 'بقالة السدرة', align: 'center', look: 'title' },
      { kind: 'pair', label: 'المبلغ', value: '50.00 درهمًا' },
      { kind: 'pair', label: 'دفع العميل', value: '50.00 درهمًا', isStrong: true },
      { kind: 'rule' },
      { kind: 'text', text: 'احتفظ بهذه القسيمة حتى تُعرف النتيجة.', align: 'start' },
    ],
  },
}
