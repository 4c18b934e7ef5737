import type { Person } from '#domain/person.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { RevealedSale, RevealRequest } from '#server/sales/deliver.ts'
import type { DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Call } from './network.ts'
import type { Debits } from './service.ts'
import type { Report } from './violation.ts'
import { secretsIn } from './voucher-issue.ts'

/** The sale that an answer is about. An international answer does not contain our id. */
export type SaleOfAnswer = (transaction: { id?: string; external_transaction_id?: string }) => string | undefined

type VoucherWatchOptions = {
  come: Set<string>
  isProofCertain: boolean
  saleOfAnswer: SaleOfAnswer
  secretsOf: (ext: string) => ReadonlySet<string>
  readJournal: (id: string) => SaleRecord | undefined
  report: Report
}

type Code = { number?: string; link?: string }
type Known = {
  /** The first code that this process received, and whether a find brought a different one that is not recorded yet. */
  first: Code
  isOther: boolean
  /** The latest code. Once it was recorded as different, later codes are compared with it. */
  latest: Code
  shown: Map<string, number>
}

/** These rules follow the design, not the code: the statuses of a voucher, who may see a code, and which states leave a batch line free. */
const STAGES = [undefined, 'coming', 'ready', 'delivered']
const LOOKS_ON_MS = 2 * 60_000
/** Cashiers with the permission to reveal codes again. No one may reveal a code whose customer may get a refund. */
const SEE_AGAIN = ['Cashier 0', 'Cashier 3', 'Cashier 6']
const isWithheld = ({ conflicting, resolution, refund }: SaleRecord) =>
  conflicting === true || resolution?.outcome === 'not-sold' || refund !== undefined
const FREES_LINE = ['refused', 'failed', 'abandoned']
const DAILY_FINDS = 30
const FINAL = ['succeeded', 'failed', 'canceled', 'replaced']

/** Checks that no code is stored, lost, sold twice or shown to the wrong person (rules 8, 11 and 12). */
export function createVoucherWatch({
  come,
  isProofCertain,
  saleOfAnswer,
  secretsOf,
  readJournal,
  report,
}: VoucherWatchOptions) {
  const known = new Map<string, Known>()
  const lines = new Map<string, string[]>()
  const owners = new Map<string, string>()
  let contradictions = 0

  const knownOf = (sale: string) =>
    entryOf<Known>(known, sale, () => ({ first: {}, isOther: false, latest: {}, shown: new Map() }))

  function answered({ path }: Call, body: Record<string, unknown>): void {
    const code = codeIn(body, saleOfAnswer)
    if (!code) return
    const { sale, id, number, link } = code
    // If a damaged id was accepted as the transaction's, the correct id belongs to another sale.
    if (id !== (readJournal(sale)?.transactionId ?? id)) return
    const it = knownOf(sale)
    if (code.isUsable) come.add(sale)
    if (it.first.number && number && it.first.number !== number) it.isOther ||= path.endsWith('/find')
    const given = { ...(number ? { number } : {}), ...(link ? { link } : {}) }
    it.latest = { ...it.latest, ...given }
    it.first = { ...given, ...it.first }
  }

  /** A wrong id counts as the right one if it is damaged twice in the same way. */
  function damaged(body: Record<string, unknown>): void {
    const code = codeIn(body, saleOfAnswer)
    if (code?.isUsable) come.add(code.sale)
  }

  function said(where: string, what: unknown): void {
    if (secretsIn(what).length > 0) report('secret at rest', '', `in ${where}`)
  }

  function wrote({ before, after, events, line }: DurableWrite): void {
    if (secretsIn([after, events, line]).length > 0) report('secret at rest', after.id, `version ${after.version}`)
    for (const event of events) recordEvent(before, after, event)
    checkLogged(before, events, line)
    if (after.kind === 'direct') return
    const it = knownOf(after.id)
    checkStage(before, after)
    checkShown(before, after, events)
    if (!before) takeLine(after)
    if (it.isOther && after.findCount > (before?.findCount ?? 0)) {
      it.isOther = false
      if (after.conflicting) it.first = { ...it.latest }
      if (after.state === 'succeeded' && !after.conflicting) report('another code, and not disputed', after.id, '')
    }
  }

  function checkLogged(before: SaleRecord | undefined, events: readonly SaleEvent[], line: DurableWrite['line']): void {
    const isShown = (what: 'code' | 'receipt') => events.some(({ kind }) => kind === `${what}-revealed`)
    const isOfCode =
      before !== undefined && (hasCode(before) || (before.kind !== 'direct' && before.state !== 'succeeded'))
    const told = line?.kind === 'code-revealed' ? (line.detail?.as ?? 'code') : undefined
    const expected = isShown('code') ? 'code' : isOfCode && isShown('receipt') ? 'receipt' : undefined
    if (told !== expected) report('shown, and not in the audit log', before?.id ?? '', `${told} instead of ${expected}`)
  }

  function checkStage(before: SaleRecord | undefined, after: SaleRecord): void {
    if (STAGES.indexOf(after.voucher) < STAGES.indexOf(before?.voucher)) {
      report('state fell', after.id, `code ${before?.voucher} to ${after.voucher}`)
    }
    // Only a few international top-ups come with a code, and a sale does not wait for one.
    const saysNothing = after.voucher === 'coming' || (after.kind === 'international' && after.voucher === undefined)
    if (after.state === 'succeeded' && !saysNothing && !come.has(after.id)) {
      report('said to have a code that nobody was given', after.id, `code ${after.voucher}`)
    }
    const isLeft = after.resolution !== undefined && (after.dailyFinds ?? 0) >= DAILY_FINDS
    if (after.voucher === 'coming' && after.next?.kind !== 'find' && !isLeft) {
      report('nobody asks for the code', after.id, `next ${JSON.stringify(after.next)}`)
    }
  }

  function checkShown(before: SaleRecord | undefined, after: SaleRecord, events: readonly SaleEvent[]): void {
    const times = events.filter(({ kind }) => kind === 'code-revealed').length
    if (after.revealCount !== (before?.revealCount ?? 0) + times) {
      report('showings miscounted', after.id, `${before?.revealCount} and ${times} are not ${after.revealCount}`)
    }
  }

  function recordEvent(before: SaleRecord | undefined, after: SaleRecord, event: SaleEvent): void {
    if (event.kind === 'conflict' && event.state !== undefined && before && FINAL.includes(before.state)) {
      contradictions += 1
    }
    if (event.kind !== 'code-revealed' && event.kind !== 'receipt-revealed') return
    const { shown } = knownOf(after.id)
    const by = event.by ?? 'nobody'
    shown.set(by, (shown.get(by) ?? 0) + 1)
    if (before && hasCode(before) && !mayView(before, event)) {
      report('code shown to somebody who may not see it', after.id, `${by}, of ${before.cashier.name}`)
    }
  }

  function mayView(sale: SaleRecord, { by, at, note }: SaleEvent): boolean {
    const { cashier, voucher, delivered } = sale
    if (by?.startsWith('Supervisor') === true && note !== undefined) return true
    if (SEE_AGAIN.includes(by ?? '') && note !== undefined && !isWithheld(sale)) return true
    if (by !== cashier.name) return false
    return voucher !== 'delivered' || (delivered !== undefined && at - delivered.at < LOOKS_ON_MS)
  }

  function revealed(id: string, { hasStepUp }: RevealRequest, person: Person, answer: RevealedSale): void {
    said('the sale beside a code', answer.sale)
    const secrets = secretsIn([answer.voucher, answer.receipt])
    if (secrets.length === 0) return
    const strange = secrets.filter((secret) => !secretsOf(id).has(secret))
    if (strange.length > 0) report('code of another sale shown', id, strange.join(', '))
    const { shown } = knownOf(id)
    const times = shown.get(person.name) ?? 0
    shown.set(person.name, times - 1)
    if (times < 1) report('shown, and not written down before', id, person.name)
    const sale = readJournal(id)
    if (sale && hasCode(sale) && sale.cashier.name !== person.name && !hasStepUp) {
      report('code shown to somebody who may not see it', id, `${person.name}, without a PIN`)
    }
  }

  function takeLine(sale: SaleRecord): void {
    if (!sale.batch) return
    const key = `${sale.batch.id} ${sale.batch.line}`
    const others = lines.get(key) ?? []
    const holder = others.find((id) => !FREES_LINE.includes(readJournal(id)?.state ?? 'refused'))
    if (holder !== undefined) report('two sales of one line', sale.id, `${key}: ${holder}`)
    const owner = owners.get(sale.batch.id) ?? sale.cashier.id
    if (owner !== sale.cashier.id) report('line of a foreign quantity', sale.id, `${key}: of ${owner}`)
    owners.set(sale.batch.id, owner)
    lines.set(key, [...others, sale.id])
  }

  return {
    answered,
    damaged,
    said,
    wrote,
    revealed,
    begun: () => {
      for (const it of known.values()) {
        it.first = {}
        it.latest = {}
        it.isOther = false
        it.shown.clear()
      }
    },
    stoppedSelling: () => {
      contradictions -= 1
      if (contradictions < 0) report('selling stopped without a contradiction', '', '')
    },
    /** Whether the wholesaler said that the sale succeeded although its code is still missing. */
    isWithoutCode: (sale: SaleRecord) =>
      sale.kind === 'voucher' && sale.state === 'succeeded' && (sale.voucher === 'coming' || !come.has(sale.id)),
    checkLines: (sales: readonly SaleRecord[], debits: ReadonlyMap<string, Debits>) => {
      const disputed = new Set(
        sales.filter((sale) => sale.conflicting ?? sale.resolution).map(({ id }) => id as string),
      )
      for (const [line, ids] of lines) {
        const paid = ids.filter((id) => {
          const debit = debits.get(id)
          return debit !== undefined && debit.taken > debit.refunded
        })
        // Without a certain proof, an abandoned sale may still be executed; it is conflicting in that case.
        if (paid.length > 1 && (isProofCertain || !paid.some((id) => disputed.has(id)))) {
          report('line debited twice', paid[0] ?? '', `${line}: ${paid.join(', ')}`)
        }
      }
    },
  }
}

const hasCode = ({ kind, voucher }: SaleRecord) =>
  kind === 'voucher' || (kind === 'international' && voucher !== undefined)

function codeIn({ transaction, info }: Record<string, unknown>, saleOfAnswer: SaleOfAnswer) {
  if (!isObject(transaction) || Number(transaction.state) !== 1 || !isObject(info)) return undefined
  const sale = saleOfAnswer(transaction)
  if (sale === undefined) return undefined
  const { number, redemption_url: link } = info as { number?: string; redemption_url?: string }
  return { sale, id: transaction.id, number, link, isUsable: Boolean(number) || /^https?:/.test(link ?? '') }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
