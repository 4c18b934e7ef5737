import type { StoredInternational, StoredTransaction } from './ledger-store.ts'
import { findService, isVoucher } from './catalog.ts'
import { findCode, type VoucherCode } from './voucher-codes.ts'
import { voucherScenarioOf } from './voucher-scenarios.ts'

type Receipt = {
  header: string
  subheader: string
  info: string
  instruction: string
  promo?: string
  footer: string
}

/** The receipt of a sale (spec 2.12). One of the vouchers never has one. */
export function receiptFor(transaction: StoredTransaction): Receipt | undefined {
  if (transaction.international) return internationalReceipt(transaction, transaction.international)
  if (!isVoucher(transaction.serviceId)) return rechargeReceipt(transaction)
  switch (voucherScenarioOf(transaction.serviceId).receipt) {
    case 'none':
      return undefined
    case 'arabic':
      return arabicReceipt(transaction)
    default:
      return voucherReceipt(transaction)
  }
}

function rechargeReceipt({ id, serviceId, account, amount, time }: StoredTransaction): Receipt {
  const service = findService(serviceId)
  return {
    header: service?.biller ?? '',
    subheader: `${service?.name ?? serviceId}, paid`,
    info: `Number: ${account}\nAmount: ${amount} AED\nTransaction: ${id}\nTime: ${time}`,
    instruction: 'The amount is on the number now. Dial *100# to see it.',
    promo: 'Ask for the data packs of the weekend.',
    footer: 'Practice receipt, no money moved.\nThank you',
  }
}

function internationalReceipt(
  transaction: StoredTransaction,
  { countryName, providerName, currency, isPin }: StoredInternational,
): Receipt {
  const { id, account, amount, time } = transaction
  const code = findCode(transaction)
  return {
    header: providerName,
    subheader: `${countryName}, paid`,
    info: lines([
      ['PIN', code?.number],
      ['Serial', code?.serial],
      ['Number', `+${account}`],
      ['Recipient gets', isPin ? undefined : `${amount} ${currency}`],
      ['Transaction', id],
      ['Time', time],
    ]),
    instruction: isPin ? 'Enter number and serial in the game.' : 'The amount is on the number now.',
    promo: 'Send again next week: the number is on this slip.',
    footer: 'Practice receipt, no money moved.\nThank you',
  }
}

/**
 * With the code, like those of real services. Direct and international sales have `promo`, and some vouchers do (spec
 * 2.12).
 */
function voucherReceipt(transaction: StoredTransaction): Receipt {
  const { id, serviceId, account, amount, time } = transaction
  const service = findService(serviceId)
  const code = findCode(transaction)
  return {
    header: service?.biller ?? '',
    subheader: `${service?.name ?? serviceId}, paid`,
    info: lines([
      ['PIN', code?.number],
      ['Serial', code?.serial],
      ['Redeem at', code?.redemption_url],
      ['Reference', code?.reference],
      ['Value', `${amount} AED`],
      ['Account', account],
      ['Transaction', id],
      ['Time', time],
    ]),
    instruction: instructionFor(code, service?.biller ?? ''),
    ...(service?.category === 'Entertainment' && { promo: 'Two months for one, until the end of the week.' }),
    footer: 'Practice receipt, no money moved.\nA code cannot be returned.\nThank you',
  }
}

function instructionFor(code: VoucherCode | undefined, biller: string): string {
  if (!code) return 'Your code follows. Please keep this slip.'
  if (code.redemption_url) return 'Open the page above to redeem your voucher.'
  return `Open ${biller}, choose Redeem and enter the code.`
}

function arabicReceipt(transaction: StoredTransaction): Receipt {
  const { id, serviceId, account, amount, time } = transaction
  const code = findCode(transaction)
  return {
    header: 'دكّاني',
    subheader: `${findService(serviceId)?.name ?? serviceId}، مدفوعة`,
    info: lines([
      ['الرقم السري', code?.number],
      ['الرقم التسلسلي', code?.serial],
      ['القيمة', `${amount} درهم`],
      ['الحساب', account],
      ['رقم العملية', id],
      ['الوقت', time],
    ]),
    instruction: 'افتح تطبيق دكّاني، واختر «استخدام القسيمة»، ثم أدخل الرقم السري.',
    footer: 'إيصال تدريبي، لم يُدفع أي مبلغ.\nلا يمكن إرجاع الرمز.\nشكرًا لكم',
  }
}

function lines(entries: [string, string | number | undefined][]): string {
  return entries.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])).join('\n')
}
