import { type StoredTransaction, codeSeed } from './ledger-store.ts'
import { isVoucher } from './catalog.ts'
import { stateOf, SUCCESS } from './transaction-state.ts'
import { voucherScenarioOf, type LinkKind, type NoCode, type NumberKind } from './voucher-scenarios.ts'

/** `info` with the field names of spec 2.11. */
export type VoucherCode = { number?: string | number; serial?: string; redemption_url?: string; reference?: string }

/** Tests search for issued codes where they must not appear. */
export type IssuedVoucher = {
  transactionId: string
  externalId?: string
  number?: string
  serial?: string
  link?: string
}

// Every code of the sandbox has at least one of these three.
const FIRST_DIGITS = '704170'
const OTHER_FIRST_DIGITS = '704171'
const LETTERS = 'SAMPLE'

/** Every invented number, serial and link contains this, even when digits are shown in groups. */
export const CANARY = /7041[ -]?7[01]\d\d[ -]?\d{4}|SAMPLE[0-9A-Z]{7}/

/** The code as a find returns it now. `undefined` if it has not arrived or there is none. */
export function findCode(transaction: StoredTransaction): VoucherCode | undefined {
  if (stateOf(transaction) !== SUCCESS) return undefined
  if (transaction.international?.isPin) return codeOf(transaction)
  if (!isVoucher(transaction.serviceId)) return undefined
  const { late, changesNumber } = voucherScenarioOf(transaction.serviceId)
  if (late && transaction.finds <= late.finds) return undefined
  return codeOf(transaction, changesNumber && transaction.finds > 1 ? 'other' : 'first')
}

/** `info` of a sold voucher, or `undefined` if the answer has none. */
export function infoOf(transaction: StoredTransaction): unknown {
  const { info, late } = voucherScenarioOf(transaction.serviceId)
  const code = findCode(transaction)
  if (code) return code
  return withoutCode(late?.info ?? (typeof info === 'string' ? info : 'empty object'))
}

/** In the order of the checks. A number that changed is listed with both values. */
export function issuedVouchers(transactions: readonly StoredTransaction[]): IssuedVoucher[] {
  return transactions.flatMap((transaction) => {
    const now = findCode(transaction)
    const first = now && codeOf(transaction, 'first')
    if (!now || !first) return []
    const issued = now.number === first.number ? [now] : [first, now]
    const secret = issued.filter(({ number, serial, redemption_url: link }) => number ?? serial ?? link)
    return secret.map(({ number, serial, redemption_url: link }) => ({
      transactionId: transaction.id,
      ...(transaction.externalId !== undefined && { externalId: transaction.externalId }),
      ...(number !== undefined && { number: String(number) }),
      ...(serial !== undefined && { serial }),
      ...(link !== undefined && { link }),
    }))
  })
}

/** Serial, link and reference stay the same if the number changes later. */
function codeOf(
  { id, serviceId }: Pick<StoredTransaction, 'id' | 'serviceId'>,
  which: 'first' | 'other' = 'first',
): VoucherCode | undefined {
  const { info } = voucherScenarioOf(serviceId)
  if (typeof info === 'string') return undefined
  const seed = codeSeed(id)
  return {
    ...(info.number && { number: numberOf(seed, info.number, which) }),
    ...(info.serial && { serial: `SN-${lettersOf(seed)}` }),
    ...(info.link && { redemption_url: linkOf(seed, info.link, serviceId) }),
    // Not a secret, because it does not depend on the seed.
    ...(info.reference && { reference: `REF-${id.slice(-7).toUpperCase()}` }),
  }
}

function numberOf(seed: string, kind: NumberKind, which: 'first' | 'other'): string | number {
  const digits = `${which === 'first' ? FIRST_DIGITS : OTHER_FIRST_DIGITS}${seed}`
  const sixteen = digits + (Number(seed) % 97).toString().padStart(2, '0')
  switch (kind) {
    case 'digits':
      return sixteen
    case '19 digits':
      return `${sixteen}901`
    case 'grouped':
      return sixteen.replace(/(....)(?=.)/g, '$1-')
    case 'letters':
      return lettersOf(seed)
    case 'json number':
      return Number(digits)
  }
}

const lettersOf = (seed: string) => LETTERS + Number(seed).toString(36).toUpperCase().padStart(7, '0')

function linkOf(seed: string, kind: LinkKind, serviceId: string): string {
  const code = lettersOf(seed)
  const host = `redeem.${/^[a-z]+/.exec(serviceId)?.[0] ?? 'voucher'}.example`
  switch (kind) {
    case 'https':
      return `https://${host}/activate?code=${code}&lang=en`
    case 'http':
      return `http://${host}/activate?code=${code}`
    case 'script':
      return `javascript:alert('${code}')`
    case 'data':
      return `data:text/html,<b>${code}</b>`
    case 'broken':
      return `https//${host}/activate?code=${code}`
    case 'with credentials':
      return `https://quillo:secret@${host}/activate?code=${code}`
    case 'foreign host':
      // This o is Cyrillic.
      return `https://redeem.quill\u043E.example/activate?code=${code}`
  }
}

function withoutCode(kind: NoCode): unknown {
  switch (kind) {
    case 'empty object':
      return {}
    case 'empty list':
      return []
    case 'null':
      return null
    case 'missing':
      return undefined
    case 'blank number':
      return { number: '' }
  }
}
