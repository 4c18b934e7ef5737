import { scenarios, type Scenario } from './scenarios.ts'

export type NoCode = 'empty object' | 'empty list' | 'null' | 'missing' | 'blank number'

export type NumberKind = 'digits' | '19 digits' | 'grouped' | 'letters' | 'json number'
export type LinkKind = 'https' | 'http' | 'script' | 'data' | 'broken' | 'with credentials' | 'foreign host'

/** The parts of a code (spec 2.11). */
type Code = { number?: NumberKind; serial?: true; reference?: true; link?: LinkKind }

/** Most vouchers have no account, so their scenario depends on the service instead of a special account. */
export type VoucherScenario = Scenario & {
  info: Code | NoCode
  /** The sale succeeds without its code; this number of finds return `info` before the code arrives. */
  late?: { finds: number; info: NoCode }
  /** From the second find on, the number is different. */
  changesNumber?: true
  /** English by default. */
  receipt?: 'arabic' | 'none'
}

/** By the id of their service. Every other voucher succeeds at once, with number and serial. */
export const vouchers = {
  number: 'orbyte_50AED',
  numberAndSerial: 'pixelmoor_aed_100',
  numberAndLink: 'moviora-1m',
  linkOnly: 'tunora-3m',
  reference: 'mirsal_50',
  grouped: 'souqly_25AED',
  alphanumeric: 'skarn-gems-75',
  ranged: 'kestrel-pay',
  accountRequired: 'nimbra_id_100',
  accountRequiredRanged: 'zolta-wallet',
  arabic: 'dukkani_50AED',
  longName: 'larkspur_family_12M',
  warned: 'fennec-points-60',
  numberAsNumber: 'quillo-json-number',
  serialOnly: 'quillo-serial-only',
  referenceOnly: 'quillo-reference-only',
  emptyObject: 'quillo-empty-object',
  emptyList: 'quillo-empty-list',
  nullInfo: 'quillo-null-info',
  missingInfo: 'quillo-missing-info',
  blankNumber: 'quillo-blank-number',
  httpLink: 'quillo-http-link',
  scriptLink: 'quillo-script-link',
  dataLink: 'quillo-data-link',
  brokenLink: 'quillo-broken-link',
  linkWithCredentials: 'quillo-credentials-link',
  linkWithForeignHost: 'quillo-foreign-link',
  codeLater: 'quillo-code-later',
  codeAtNextFind: 'quillo-code-next',
  otherNumberLater: 'quillo-other-number',
  noReceipt: 'quillo-no-receipt',
  pending: 'quillo-pending',
  held: 'quillo-held',
  fails: 'quillo-fails',
  failsAfterPending: 'quillo-fails-later',
  answerLostAfter: 'quillo-answer-lost-after',
  answerLostBefore: 'quillo-answer-lost-before',
  unknownState: 'quillo-unknown-state',
  canceled: 'quillo-canceled',
  noFunds: 'quillo-no-funds',
  longNumber: 'quillo-long-number',
} as const
export type VoucherName = keyof typeof vouchers

const NUMBER = { number: 'digits' } as const
const NUMBER_AND_SERIAL = { number: 'digits', serial: true } as const

export const voucherScenarios: Record<VoucherName, VoucherScenario> = {
  number: { description: 'Sold at once: a number.', info: NUMBER },
  numberAndSerial: {
    description: 'Sold at once: number and serial, like every voucher that is not listed here.',
    info: NUMBER_AND_SERIAL,
  },
  numberAndLink: { description: 'Sold at once: a number and a link.', info: { number: 'digits', link: 'https' } },
  linkOnly: { description: 'Sold at once: a link and nothing else.', info: { link: 'https' } },
  reference: {
    description: 'Sold at once: number, serial and reference.',
    info: { ...NUMBER_AND_SERIAL, reference: true },
  },
  grouped: { description: 'Sold at once: a number that carries its own grouping.', info: { number: 'grouped' } },
  alphanumeric: { description: 'Sold at once: a number with letters in it.', info: { number: 'letters' } },
  ranged: { description: 'Sold at once, for 50 to 500 in steps of 50: number and serial.', info: NUMBER_AND_SERIAL },
  accountRequired: { description: 'Asks for an account, phone or email. A number.', info: NUMBER },
  accountRequiredRanged: {
    description: 'Asks for an account, phone or email, and takes 20 to 1000 in steps of 10. A number and a reference.',
    info: { number: 'digits', reference: true },
  },
  arabic: {
    description: 'Its name and its receipt are in Arabic. Number and serial.',
    info: NUMBER_AND_SERIAL,
    receipt: 'arabic',
  },
  longName: { description: 'A long name. A number and a link.', info: { number: 'digits', link: 'https' } },
  warned: {
    description: 'A name of two lines, and something to tell the customer. Number and serial.',
    info: NUMBER_AND_SERIAL,
  },
  numberAsNumber: { description: 'The number is a JSON number, not text.', info: { number: 'json number' } },
  serialOnly: { description: 'A serial and nothing else.', info: { serial: true } },
  referenceOnly: { description: 'A reference and nothing else.', info: { reference: true } },
  emptyObject: { description: 'Sold, and `info` stays {}: no code ever comes.', info: 'empty object' },
  emptyList: { description: 'Sold, and `info` stays []: no code ever comes.', info: 'empty list' },
  nullInfo: { description: 'Sold, and `info` stays null: no code ever comes.', info: 'null' },
  missingInfo: { description: 'Sold, and `info` stays away: no code ever comes.', info: 'missing' },
  blankNumber: {
    description: 'Sold; the number is "" at confirm and at the first find, and comes with the second.',
    info: NUMBER,
    late: { finds: 1, info: 'blank number' },
  },
  httpLink: { description: 'A link that is http only.', info: { link: 'http' } },
  scriptLink: { description: 'A link that is a script (javascript:).', info: { link: 'script' } },
  dataLink: { description: 'A link that is a page in itself (data:).', info: { link: 'data' } },
  brokenLink: { description: 'A link that no browser can read.', info: { link: 'broken' } },
  linkWithCredentials: {
    description: 'An https link with name and password in it.',
    info: { link: 'with credentials' },
  },
  linkWithForeignHost: {
    description: 'An https link whose host has a foreign letter that looks like ours.',
    info: { link: 'foreign host' },
  },
  codeLater: {
    description: 'Sold; `info` is {} at confirm and at the first find. The number comes with the second.',
    info: NUMBER,
    late: { finds: 1, info: 'empty object' },
  },
  codeAtNextFind: {
    description: 'Sold; `info` is [] at confirm. The number comes with the first find.',
    info: NUMBER,
    late: { finds: 0, info: 'empty list' },
  },
  otherNumberLater: {
    description: 'Sold; from the second find on the number is another one than at confirm.',
    info: NUMBER,
    changesNumber: true,
  },
  noReceipt: { description: 'Sold with a number, and no receipt ever comes.', info: NUMBER, receipt: 'none' },
  pending: { ...scenarios.succeedsAfterTwoFinds, info: NUMBER_AND_SERIAL },
  held: { ...scenarios.heldByTurnover, info: NUMBER_AND_SERIAL },
  fails: { ...scenarios.fails, error: 'There is no code left of this value.', info: NUMBER },
  failsAfterPending: { ...scenarios.failsAfterPending, error: 'The issuer gave no code.', info: NUMBER },
  answerLostAfter: { ...scenarios.answerLostAfter, info: NUMBER_AND_SERIAL },
  answerLostBefore: { ...scenarios.answerLostBefore, info: NUMBER_AND_SERIAL },
  unknownState: { ...scenarios.unknownState, info: NUMBER },
  canceled: { ...scenarios.canceled, info: NUMBER },
  noFunds: { ...scenarios.noFunds, info: NUMBER },
  longNumber: { description: 'Sold at once: a number of 19 digits.', info: { number: '19 digits' } },
}

const byService = new Map(
  (Object.keys(vouchers) as VoucherName[]).map((name) => [vouchers[name] as string, voucherScenarios[name]]),
)

export function findVoucherScenario(serviceId: string): VoucherScenario | undefined {
  return byService.get(serviceId)
}

/** By default, number and serial. */
export function voucherScenarioOf(serviceId: string): VoucherScenario {
  return findVoucherScenario(serviceId) ?? voucherScenarios.numberAndSerial
}
