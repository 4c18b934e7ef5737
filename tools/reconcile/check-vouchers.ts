import { groupBy } from './amount.ts'
import type { Journal, JournalSale } from './journal-content.ts'
import type { Ledger, Request, Transaction } from './read-ledger.ts'

const STAGES = ['coming', 'ready', 'delivered']
/** For this long after the delivery, the cashier may reveal the code again. */
const LOOKS_ON_MS = 2 * 60_000
/** A reveal and the delivery before it are stored one after the other. */
const WRITTEN_DOWN_MS = 50

/** Every voucher sold has a status, every reveal of its code was counted and was allowed, and none was printed while a print was unclear. */
export function checkVouchers({ sales }: Journal): string[] {
  return sales.flatMap((sale) => [...checkStage(sale), ...checkShowings(sale), ...checkPrints(sale)])
}

function checkStage({ record, events }: JournalSale): string[] {
  const { number, kind, state, voucher, delivered } = record
  const name = `sale ${number}`
  const has = (what: string) => events.some((event) => event.kind === what)
  // Only a few international products come with a code; a sale without one is complete.
  const mayHaveCode = kind === 'voucher' || (kind === 'international' && voucher !== undefined)
  const isSold = mayHaveCode && state === 'succeeded'
  if (!isSold) return voucher === undefined ? [] : [`${name} is no voucher that was sold, and its code is ${voucher}`]
  if (voucher === undefined || !STAGES.includes(voucher))
    return [`${name} is a voucher that was sold, and does not say where its code is`]
  const problems = []
  if (voucher === 'coming' && kind === 'international')
    problems.push(`${name} is international, and its code is coming`)
  if (voucher === 'coming' && has('code-arrived')) problems.push(`${name} had its code, and its code is coming`)
  if (voucher !== 'coming' && has('code-coming') && !has('code-arrived'))
    problems.push(`${name} had no code when it was sold, none came, and its code is ${voucher}`)
  if ((voucher === 'delivered') !== has('delivered') || (voucher === 'delivered') !== (delivered !== undefined))
    problems.push(`${name} has two answers for whether its code was handed over`)
  return problems
}

function checkShowings({ record, events }: JournalSale): string[] {
  const name = `sale ${record.number}`
  let cashier: string | undefined
  let handedOverAt = Infinity
  let times = 0
  const problems: string[] = []
  for (const { kind, at, by, note } of events) {
    if (kind === 'opened' || kind === 'taken-over') cashier = by
    if (kind === 'delivered') handedOverAt = Math.min(handedOverAt, at)
    if (kind !== 'code-revealed') continue
    times += 1
    const mayLook = by !== undefined && by === cashier && at < handedOverAt + LOOKS_ON_MS + WRITTEN_DOWN_MS
    if (!mayLook && (by === undefined || !note))
      problems.push(`the code of ${name} was shown to ${by ?? 'nobody'} without a reason`)
  }
  if (times !== (record.revealCount ?? 0))
    problems.push(`the code of ${name} was shown ${times} times, and it counts ${record.revealCount ?? 0}`)
  return problems
}

const ON_PAPER = ['printed', 'given']

function checkPrints({ record, events }: JournalSale): string[] {
  const name = `sale ${record.number}`
  let isUnderWay = false
  const problems: string[] = []
  for (const { kind, reason = '' } of events) {
    if (kind === 'print-started' && isUnderWay) problems.push(`the code of ${name} was printed again without an answer`)
    if (kind === 'print-started' || kind === 'print-unclear') isUnderWay = true
    if (kind === 'not-printed' || (kind === 'delivered' && ON_PAPER.includes(reason))) isUnderWay = false
  }
  if (isUnderWay !== (record.print !== undefined))
    problems.push(`${name} has two answers for whether its code is on paper`)
  return problems
}

/** Journal and ledger are timed by two processes of one machine. */
const CLOCKS_DIFFER_MS = 1_000
const CHECK = '/transaction/check'
const CONFIRM = '/transaction/confirm'

export const isInternational = ({ record }: Pick<JournalSale, 'record'>) => record.kind === 'international'

/**
 * International top-ups are checked once each, never with an id of ours, and confirmed only for the country, operator and denomination that a person
 * chose or accepted.
 */
export function checkInternational({ sales }: Journal, ledger: Ledger): string[] {
  const international = sales.filter(isInternational)
  const ids = new Set(international.map(({ record }) => record.id))
  const confirmed = new Set(
    ledger.accepted.filter(({ path }) => path === CONFIRM).map(({ transactionId }) => transactionId),
  )
  const isOfInternationalSale = (id: string | undefined) =>
    ledger.transactions.get(id ?? '')?.international !== undefined
  return [
    ...ledger.accepted.flatMap(({ path, externalId, transactionId }) =>
      externalId !== undefined && (ids.has(externalId) || isOfInternationalSale(transactionId))
        ? [`a ${path} of an international sale names ${externalId}, an id of ours`]
        : [],
    ),
    ...checkChecks(international, ledger),
    ...international.flatMap((sale) => {
      const id = sale.record.transactionId ?? ''
      return checkWhom(sale, confirmed.has(id) ? ledger.transactions.get(id) : undefined)
    }),
  ]
}

/** No sale is checked twice, because a lost check ends it. The ledger has no content for a rejected check, so those are only counted. */
function checkChecks(international: JournalSale[], { accepted }: Ledger): string[] {
  const checks = accepted.filter(({ path, externalId }) => path === CHECK && externalId === undefined)
  // A masked number is compared by its unmasked last digits.
  const masked = international.flatMap(({ record }) => (record.account?.includes('•') ? [record] : []))
  const accountOf = (account: string) =>
    masked.find(
      (record) => record.account?.length === account.length && account.endsWith(record.account.replaceAll('•', '')),
    )?.account ?? account
  const contentOf = ({ reserved }: Request) => reserved && `${accountOf(reserved.account)} ${reserved.amountId}`
  const wanted = groupBy(international, ({ record }) => `${record.account} ${record.international?.denomination.id}`)
  const twice = [...groupBy(checks, contentOf)].flatMap(([content, sent]) => {
    if (content === undefined) return []
    const openings = (wanted.get(content) ?? []).map(({ record }) => record.openedAt).toSorted((a, b) => a - b)
    const early = sent.filter(({ at }, index) => at < (openings[index] ?? Infinity) - CLOCKS_DIFFER_MS)
    return early.map(() => `a check of ${content} reached the service, and no sale of that was opened for it`)
  })
  if (checks.length <= international.length) return twice
  return [
    ...twice,
    `${checks.length} checks without an id of ours reached the service for ${international.length} international sales`,
  ]
}

function checkWhom({ record, events }: JournalSale, confirmed: Transaction | undefined): string[] {
  const { number, international, mismatch } = record
  const accepted = events.findIndex(({ kind, by }) => kind === 'operator-accepted' && by)
  const approved = events.findIndex(({ kind }) => kind === 'approved')
  const isAccepted = accepted >= 0 && accepted < approved
  const problems = []
  if (mismatch && approved >= 0 && !isAccepted)
    problems.push(`sale ${number} was approved though another operator was detected, and nobody accepted that`)
  const detected = confirmed?.international
  if (!detected || !international) return problems
  const { country, provider, denomination } = international
  if (detected.countryId !== country.id)
    problems.push(`sale ${number} is for ${country.id}, and a transaction for ${detected.countryId} was confirmed`)
  const isSameOperator = String(detected.providerId) === provider.id || isSameName(detected.providerName, provider.name)
  if (!isSameOperator && !isAccepted)
    problems.push(
      `sale ${number} is for ${provider.name}, and a transaction for ${detected.providerName} was confirmed`,
    )
  if (detected.amountId !== denomination.id)
    problems.push(`sale ${number} is for offer ${denomination.id}, and offer ${detected.amountId} was confirmed`)
  return problems
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
