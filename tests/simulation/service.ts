import { createHash } from 'node:crypto'

import { INTERNATIONAL, detect, FIRST_EDITION, listInternational, OPERATORS, offersOf } from './international.ts'
import type { Detected, Detection, Edition } from './international.ts'
import { refuse, showMoved, showTransaction, type Transaction } from './service-answers.ts'
import type { Issue } from './voucher-issue.ts'

export const ACCOUNT = { posId: '9053', token: 'a-token-nobody-knows' }

export type ServiceTraits = {
  /** A key that is not above the last one is rejected with code 1. */
  refusesOldKeys: boolean
  repeatedConfirm: 'ignored' | 'executed'
  /** How find answers about a transaction that was not confirmed, by our id (`unconfirmed`) and by its own id. */
  unconfirmed: 'shown' | 'unknown'
  unconfirmedByItsOwnId: 'shown' | 'unknown'
  reservationMs: number
  /** Errors are answered with this HTTP status: either always 200 or a separate status for each. */
  errorStatus: number
  looseness: 'numbers' | 'texts'
  tellsTheDate: boolean
}

export type Execution = {
  hiddenMs: number
  meanwhile: unknown
  final: 1 | 2 | 3 | 4
  finalAfterMs: number
}
export type Refusal = { code: number | string; isDoneAllTheSame: boolean }
export type Step = 'check' | 'confirm' | 'find' | 'balance' | 'list'

/** The step of a request. All lists of international top-ups count as one. */
export function stepOf(path: string): Step {
  if (path.includes('/international-bridge/')) return 'list'
  return path.slice(path.lastIndexOf('/') + 1) as Step
}

export type Conduct = {
  refusal: (step: Step, ext: string) => Refusal | undefined
  execution: (ext: string) => Execution
  answersAfterMs: (step: Step) => number
  /** The price of `amount` at this moment, in fils. */
  priceOf: (amount: number) => number
  issue: (ext: string) => Issue
  detection: () => Detection
}

export type ServiceAnswer = {
  status: number
  body: Record<string, unknown>
  afterMs: number
  date?: string
  /** Whether the request was signed with a key that is accepted, whatever happened to it afterward. */
  isKeyAccepted: boolean
}
export type Service = ReturnType<typeof createService>
/** `ext` is the caller's id or, for an international transaction, its own id. */
export type Debits = {
  ext: string
  account: string | undefined
  amount: number
  taken: number
  refunded: number
  executions: number
  international?: { amountId: string; detected: Detected }
}

/** Products that come with a code, and products that need an account. */
const isVoucher = (product: string) => product.endsWith('-card')
const needsAccount = (product: string) => !isVoucher(product) || product.startsWith('mail-')

export type ServiceOptions = {
  traits: ServiceTraits
  conduct: Conduct
  now: () => number
  epoch: number
  wallet: number
}

/** The wholesaler, from a separate reading of the spec. It shares nothing with the server or the domain. */
export function createService({ traits, conduct, now, epoch, wallet: opening }: ServiceOptions) {
  const byExt = new Map<string, Transaction>()
  const byId = new Map<string, Transaction>()
  let lastKey = -1n
  let wallet = opening
  let edition = FIRST_EDITION
  let latestEnd = Number.POSITIVE_INFINITY

  function receive(path: string, text: string): ServiceAnswer {
    const request = JSON.parse(text) as Request
    const step = stepOf(path)
    const isKeyAccepted = isSignedRight(request.auth)
    const answer = isKeyAccepted ? serve(step, path, request) : refuse(1)
    return {
      status: 'error' in answer ? traits.errorStatus : 200,
      body: answer,
      afterMs: conduct.answersAfterMs(step),
      isKeyAccepted,
      ...(traits.tellsTheDate ? { date: new Date(epoch + now()).toUTCString() } : {}),
    }
  }

  function isSignedRight({ id, key, hash }: Request['auth']): boolean {
    const digest = createHash('md5').update(`${id}${ACCOUNT.token}${key}`).digest('hex')
    if (digest !== hash || id !== ACCOUNT.posId) return false
    const number = BigInt(key)
    if (traits.refusesOldKeys && number <= lastKey) return false
    if (number > lastKey) lastKey = number
    return true
  }

  function serve(step: Step, path: string, request: Request): Record<string, unknown> {
    const refusal = conduct.refusal(step, request.external_transaction_id ?? '')
    if (refusal && !refusal.isDoneAllTheSame) return refuse(refusal.code)
    const answer = act(step, path, request)
    return refusal ? refuse(refusal.code) : answer
  }

  function act(step: Step, path: string, request: Request): Record<string, unknown> {
    switch (step) {
      case 'balance':
        return { currency: 'AED', wallets: { main: wallet / 100 } }
      case 'check':
        return check(request)
      case 'confirm':
        return confirm(request)
      case 'find':
        return find(request)
      case 'list':
        return listInternational(path, request, edition) ?? refuse(50)
    }
  }

  function check(request: Request): Record<string, unknown> {
    const { product = '', external_transaction_id: ext = '', fields } = request
    if (product === INTERNATIONAL) return checkInternational(request)
    if (ext === '' || ext.length > 30 || !fields?.amount) return refuse(2)
    if (needsAccount(product) && !fields.account) return refuse(2)
    if (byExt.has(ext)) return refuse(105)
    return reserve({
      ext,
      product,
      account: fields.account,
      amount: fields.amount,
      price: conduct.priceOf(fields.amount),
      ...(isVoucher(product) ? { issue: conduct.issue(ext) } : {}),
    })
  }

  function checkInternational({ external_transaction_id: ext, fields }: Request): Record<string, unknown> {
    if (ext !== undefined || fields?.amount !== undefined || !fields?.amount_id || !fields.account) return refuse(2)
    const offers = OPERATORS.flatMap((operator) => offersOf(operator, edition))
    const offer = offers.find(({ amountId }) => amountId === fields.amount_id)
    if (!offer) return refuse(101)
    return reserve({
      product: INTERNATIONAL,
      account: fields.account,
      amount: offer.pays / 100,
      price: conduct.priceOf(offer.pays / 100),
      international: { offer, detected: detect(offer, conduct.detection()) },
      ...(offer.isPin ? { issue: { ...conduct.issue(''), holds: 'number and serial', until: [] } } : {}),
    })
  }

  type Wanted = Omit<Transaction, 'id' | 'ext' | 'checkedAt' | 'executions' | 'told' | 'secrets'> & { ext?: string }

  function reserve(wanted: Wanted): Record<string, unknown> {
    if (wanted.price > wallet) return refuse(1001)
    const id = `7c9-${(byId.size + 1).toString(16).padStart(5, '0')}-098`
    const booked = { checkedAt: now(), executions: 0, told: 0, secrets: new Set<string>() }
    const transaction: Transaction = { ...wanted, id, ext: wanted.ext ?? id, ...booked }
    byExt.set(transaction.ext, transaction)
    byId.set(id, transaction)
    return { transaction: showTransaction(transaction, meansFor(transaction), true) }
  }

  function confirm(request: Request): Record<string, unknown> {
    const transaction = lookUp(request)
    if (!transaction) return refuse(request.transaction_id === undefined ? 22 : 20)
    if (transaction.confirmed && traits.repeatedConfirm === 'ignored') return shown(transaction)
    if (transaction.international && (request.fields || request.external_transaction_id !== undefined)) return refuse(2)
    if (!transaction.international && request.fields?.amount !== transaction.amount) return refuse(50)
    transaction.price = conduct.priceOf(transaction.amount)
    if (transaction.price > wallet) return refuse(1001)
    const execution = conduct.execution(transaction.ext)
    transaction.confirmed = { ...execution, at: now() }
    transaction.executions += 1
    wallet -= transaction.price
    return shown(transaction)
  }

  function find(request: Request): Record<string, unknown> {
    const transaction = lookUp(request)
    const byItsOwnId = request.transaction_id !== undefined
    if (!transaction) return refuse(byItsOwnId ? 20 : 22)
    const isShown = byItsOwnId ? traits.unconfirmedByItsOwnId : traits.unconfirmed
    if (stateOf(transaction) === -1 && isShown === 'unknown') return refuse(byItsOwnId ? 20 : 22)
    return shown(transaction)
  }

  function lookUp({ transaction_id: id, external_transaction_id: ext }: Request): Transaction | undefined {
    const transaction = id === undefined ? byExt.get(ext ?? '') : byId.get(id)
    const isErased = transaction && !transaction.confirmed && now() - transaction.checkedAt > traits.reservationMs
    return isErased ? undefined : transaction
  }

  function stateOf({ confirmed }: Transaction): unknown {
    if (!confirmed) return -1
    const age = now() - confirmed.at
    if (age < confirmed.hiddenMs) return -1
    return age < confirmed.finalAfterMs && now() < latestEnd ? confirmed.meanwhile : confirmed.final
  }

  const meansFor = (transaction: Transaction) => ({ looseness: traits.looseness, epoch, state: stateOf(transaction) })

  const shown = (transaction: Transaction) => showMoved(transaction, meansFor(transaction))

  function debitsOf(ext: string): Debits | undefined {
    const transaction = byExt.get(ext)
    if (!transaction) return undefined
    const { account, amount, executions, international } = transaction
    // A failed transaction was refunded; whether a canceled one was refunded is unknown.
    const refunded = stateOf(transaction) === 2 ? executions : 0
    const told = international && { amountId: international.offer.amountId, detected: international.detected }
    return { ext, account, amount, taken: executions, refunded, executions, ...(told ? { international: told } : {}) }
  }

  return {
    receive,
    debitsOf,
    secretsOf: (ext: string): ReadonlySet<string> => byExt.get(ext)?.secrets ?? new Set(),
    international: (id: string): Transaction['international'] => byId.get(id)?.international,
    changeOffers: (what: keyof Edition) => {
      edition = { ...edition, [what]: edition[what] + 1 }
    },
    debits: () => [...byExt.keys()].flatMap((ext) => debitsOf(ext) ?? []),
    setWallet: (fils: number) => {
      wallet = fils
    },
    settleWithin: (ms: number) => {
      latestEnd = now() + ms
    },
  }
}

type Request = {
  auth: { id: string; key: string; hash: string }
  product?: string
  external_transaction_id?: string
  transaction_id?: string
  country_id?: string
  provider_id?: number
  fields?: { account?: string; amount?: number; amount_id?: string }
}
