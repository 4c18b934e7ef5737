import { createHash } from 'node:crypto'

import { CANARY, infoAfter, secretsIn, type Issue } from './voucher-issue.ts'

/** What was signed with in a shop of the simulation. */
export const ACCOUNT = { posId: '9053', token: 'a-token-nobody-knows' }

/** How this service differs from others that keep the same spec. */
export type ServiceTraits = {
  /** A key that is not above the last one is refused with code 1. */
  refusesOldKeys: boolean
  /** What a confirm does to a transaction that was confirmed already. */
  repeatedConfirm: 'ignored' | 'executed'
  /** What find answers of a transaction nobody confirmed, by our id and by its own. */
  unconfirmed: 'shown' | 'unknown'
  unconfirmedByItsOwnId: 'shown' | 'unknown'
  /** How long a check is remembered that nobody confirmed. */
  reservationMs: number
  /** Error answers come with 200, or with a status of their own. */
  errorStatus: number
  looseness: 'numbers' | 'texts'
  tellsTheDate: boolean
}

/** What becomes of a confirm that was accepted. */
export type Execution = {
  /** How long find and confirm go on showing -1. */
  hiddenMs: number
  meanwhile: unknown
  final: 1 | 2 | 3 | 4
  finalAfterMs: number
}
export type Refusal = { code: number | string; isDoneAllTheSame: boolean }
export type Step = 'check' | 'confirm' | 'find' | 'balance'

/** What is not written in the spec and decided case by case. */
export type Conduct = {
  refusal: (step: Step, ext: string) => Refusal | undefined
  execution: (ext: string) => Execution
  answersAfterMs: (step: Step) => number
  /** The price of `amount` at this moment, in fils. */
  priceOf: (amount: number) => number
  /** How the code of a voucher comes. */
  issue: (ext: string) => Issue
}

export type ServiceAnswer = { status: number; body: Record<string, unknown>; afterMs: number; date?: string }
export type Service = {
  receive: (path: string, text: string) => ServiceAnswer
  /** What stands in its ledger. */
  debits: () => Iterable<Debits>
  debitsOf: (ext: string) => Debits | undefined
  /** Every secret that was given out for this sale. */
  secretsOf: (ext: string) => ReadonlySet<string>
  /** Money somebody puts in or takes out, in fils. */
  setWallet: (fils: number) => void
  wallet: () => number
  /** What is pending now is settled within this time. */
  settleWithin: (ms: number) => void
}
export type Debits = {
  ext: string
  account: string | undefined
  amount: number
  taken: number
  givenBack: number
  executions: number
}

type Transaction = {
  id: string
  ext: string
  product: string
  account: string | undefined
  amount: number
  price: number
  checkedAt: number
  confirmed?: Execution & { at: number }
  executions: number
  issue?: Issue
  /** Answers that it is sold. */
  told: number
  secrets: Set<string>
}

/** What it sells with a code, and what of that for an account. */
const isVoucher = (product: string) => product.endsWith('-card')
const needsAccount = (product: string) => !isVoucher(product) || product.startsWith('mail-')

export type ServiceOptions = {
  traits: ServiceTraits
  conduct: Conduct
  now: () => number
  epoch: number
  wallet: number
}

/** The remote service, by a reading of the spec of its own: nothing of the proxy or the domain is asked here. */
export function createService({ traits, conduct, now, epoch, wallet: opening }: ServiceOptions): Service {
  const byExt = new Map<string, Transaction>()
  const byId = new Map<string, Transaction>()
  let lastKey = -1n
  let wallet = opening
  let latestEnd = Number.POSITIVE_INFINITY

  function receive(path: string, text: string): ServiceAnswer {
    const request = JSON.parse(text) as Request
    const step = path.slice(path.lastIndexOf('/') + 1) as Step
    const answer = isSignedRight(request.auth) ? serve(step, request) : refuse(1)
    return {
      status: 'error' in answer ? traits.errorStatus : 200,
      body: answer,
      afterMs: conduct.answersAfterMs(step),
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

  function serve(step: Step, request: Request): Record<string, unknown> {
    const refusal = conduct.refusal(step, request.external_transaction_id ?? '')
    if (refusal && !refusal.isDoneAllTheSame) return refuse(refusal.code)
    const answer = act(step, request)
    return refusal ? refuse(refusal.code) : answer
  }

  function act(step: Step, request: Request): Record<string, unknown> {
    switch (step) {
      case 'balance':
        return { currency: 'AED', wallets: { main: wallet / 100 } }
      case 'check':
        return check(request)
      case 'confirm':
        return confirm(request)
      case 'find':
        return find(request)
    }
  }

  function check({ product = '', external_transaction_id: ext = '', fields }: Request): Record<string, unknown> {
    if (ext === '' || ext.length > 30 || !fields?.amount) return refuse(2)
    if (needsAccount(product) && !fields.account) return refuse(2)
    if (byExt.has(ext)) return refuse(105)
    const number = byId.size + 1
    const transaction: Transaction = {
      id: `7c9-${number.toString(16).padStart(5, '0')}-098`,
      ext,
      product,
      account: fields.account,
      amount: fields.amount,
      price: conduct.priceOf(fields.amount),
      checkedAt: now(),
      executions: 0,
      ...(isVoucher(product) ? { issue: conduct.issue(ext) } : {}),
      told: 0,
      secrets: new Set(),
    }
    if (transaction.price > wallet) return refuse(1001)
    byExt.set(ext, transaction)
    byId.set(transaction.id, transaction)
    return { transaction: show(transaction) }
  }

  function confirm(request: Request): Record<string, unknown> {
    const transaction = lookUp(request)
    if (!transaction) return refuse(request.transaction_id === undefined ? 22 : 20)
    if (transaction.confirmed && traits.repeatedConfirm === 'ignored') return shown(transaction)
    if (request.fields?.amount !== transaction.amount) return refuse(50)
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
    const isForgotten = transaction && !transaction.confirmed && now() - transaction.checkedAt > traits.reservationMs
    return isForgotten ? undefined : transaction
  }

  function stateOf({ confirmed }: Transaction): unknown {
    if (!confirmed) return -1
    const age = now() - confirmed.at
    if (age < confirmed.hiddenMs) return -1
    return age < confirmed.finalAfterMs && now() < latestEnd ? confirmed.meanwhile : confirmed.final
  }

  function shown(transaction: Transaction): Record<string, unknown> {
    if (stateOf(transaction) !== 1)
      return { transaction: show(transaction), ...(transaction.issue ? { info: {} } : {}) }
    const { id, account, issue } = transaction
    const info = issue && infoAfter(transaction.told, id, issue)
    transaction.told += 1
    // With the code in it, as real services print it.
    const lines = [`For ${account}`, `${CANARY}slip-${id}`, ...secretsIn(info)]
    const receipt = { header: 'Receipt', info: lines.join('\n'), footer: 'Thank you' }
    for (const secret of secretsIn([info, receipt])) transaction.secrets.add(secret)
    return { transaction: show(transaction), receipt, ...(info === undefined ? {} : { info }) }
  }

  function show(transaction: Transaction): Record<string, unknown> {
    const { id, ext, account, amount, price, product, checkedAt } = transaction
    const state = stateOf(transaction)
    const asText = traits.looseness === 'texts'
    const isBare = state === 0 || state === 6
    return {
      id,
      external_transaction_id: ext,
      state: asText && typeof state === 'number' ? String(state) : state,
      time: new Date(epoch + checkedAt).toISOString().slice(0, 19).replace('T', ' '),
      ...(state === -1 ? {} : { service: { id: product, name: `${product} of the service` } }),
      ...(state === 2 ? { error: 'The operator declined' } : {}),
      ...(isBare
        ? {}
        : {
            ...(account === undefined ? {} : { account }),
            amount: asText ? amount.toFixed(2) : amount,
            amount_currency: 'AED',
            price: asText ? (price / 100).toFixed(2) : price / 100,
            price_currency: 'AED',
          }),
    }
  }

  function debitsOf(ext: string): Debits | undefined {
    const transaction = byExt.get(ext)
    if (!transaction) return undefined
    const { account, amount, executions } = transaction
    // What failed is given back; of what was cancelled nobody knows.
    const givenBack = stateOf(transaction) === 2 ? executions : 0
    return { ext, account, amount, taken: executions, givenBack, executions }
  }

  return {
    receive,
    debitsOf,
    secretsOf: (ext) => byExt.get(ext)?.secrets ?? new Set(),
    debits: () => [...byExt.keys()].flatMap((ext) => debitsOf(ext) ?? []),
    setWallet: (fils) => {
      wallet = fils
    },
    wallet: () => wallet,
    settleWithin: (ms) => {
      latestEnd = now() + ms
    },
  }
}

const refuse = (code: number | string) => ({
  error: { code, message: `refused with ${code}`, ...(code === 1200 ? { display_error: 'Please ask your bank' } : {}) },
})

type Request = {
  auth: { id: string; key: string; hash: string }
  product?: string
  external_transaction_id?: string
  transaction_id?: string
  fields?: { account?: string; amount: number }
}
