import { MAX_FRONTVIEW, MAX_LIST } from '#wholesaler-api/loose.ts'
import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import type {
  Check,
  Confirm,
  Find,
  InternationalCheck,
  InternationalConfirm,
} from '#wholesaler-api/transaction.ts'
import { INTERNATIONAL_ID } from '#domain/international.ts'
import { toWireNumber } from '#domain/money.ts'
import type { Answer, TimedAnswer } from '#domain/transaction.ts'
import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import { createCallCounter, type ObserveCall } from './call-metrics.ts'
import { createCaller, isAuthFailure, type CallPlan, type LogWriter, type TimedReply } from './caller.ts'
import { catalogueReads, type ReadOptions, type ToValue } from '../catalogue/catalogue-reads.ts'
import { createConnection, type Connection } from './client.ts'
import { createDeferred, waitAtMost } from './promises.ts'
import { createRequestQueue } from './request-queue.ts'
import { createHealth, NOT_ACTIVE, type ServiceStopReason } from './health.ts'
import { createKeySequence, type KeySequence, type KeySequenceOptions, type KeyStore } from './keys.ts'
import { CALL_LIMITS, type CallLimits } from './call-limits.ts'
import type { JsonObject } from '../lib/parse-json.ts'
import { pictureSource, type PictureSource } from './picture.ts'
import { createProbe } from './probe.ts'
import { lost, type Lost, type NotSent, type Reply } from './read/read-answer.ts'
import { readBalance, readCurrency } from './read/read-point.ts'
import { readTransactionAnswer } from './read/read-transaction.ts'
import type { Token } from '../config/token.ts'
import type { Read, Wholesaler } from './wholesaler.ts'

export type WholesalerOptions = {
  baseUrl: URL
  /** Digits, as they are signed and sent. */
  posId: string
  token: Token
  keys: KeyStore
  /** No key below it is used (TOPUP_KEY_FLOOR). */
  keyFloor?: bigint
  /** Where pictures may come from at that time; by default only from the wholesaler itself. */
  pictures?: () => PictureSource
  clock: Clock
  timers: Timers
  log: LogWriter
  observeCall?: ObserveCall
  /** Whether this process may send, asked in the instant before a call leaves; by default it always may. */
  maySend?: (() => boolean) | undefined
  /** Called when the key mark cannot be saved: nothing can be sent, and the process has to end (rule 16). */
  onKeyFault?: (error: unknown) => void
  /** Called when selling stops for a reason, and not again before somebody has dealt with it. */
  onStop?: (reason: ServiceStopReason) => void
  /** Called each time the service becomes unreachable, with whether it has accepted a request since the start. */
  onUnreachable?: (isFenced: boolean) => void
  limits?: Partial<CallLimits>
  /** Opens a connection to the wholesaler; by default one of undici. */
  openConnection?: (origin: URL, connectMs: number) => Connection
  createKeys?: (options: KeySequenceOptions) => KeySequence
}

/** The wholesaler at `baseUrl`. All calls pass one request queue. The first `/balance` is sent at once: it is the fence (rule 13). */
export function createWholesaler({
  baseUrl,
  posId,
  token,
  keys: store,
  keyFloor,
  pictures,
  clock,
  timers,
  log,
  observeCall,
  maySend,
  onKeyFault,
  onStop,
  onUnreachable,
  limits: given,
  openConnection = createConnection,
  createKeys = createKeySequence,
}: WholesalerOptions): Wholesaler {
  const ownPictures = pictureSource(baseUrl, [])
  const limits: CallLimits = { ...CALL_LIMITS, ...given }
  const keys = createKeys({
    store,
    clock,
    keyFloor,
    onClockAhead: (isAhead) => {
      health.recordClock(isAhead)
      log({ what: isAhead ? 'the clock is ahead; keys do not follow it' : 'the clock is right; keys follow it' })
    },
  })
  const queue = createRequestQueue({
    connections: Array.from({ length: limits.connections }, () => openConnection(baseUrl, limits.connectMs)),
    keys,
    clock,
    timers,
    writeGapMs: limits.writeGapMs,
    ...(maySend && { maySend }),
    onKeyFault: (error) => {
      log({ what: 'the key mark cannot be saved; nothing is sent' })
      onKeyFault?.(error)
    },
    onSerialMode: (isSerial) =>
      log({ what: isSerial ? 'confirms were overtaken; one call at a time' : 'calls go side by side again' }),
  })
  const health = createHealth({
    clock,
    onUnreachable: () => {
      probe.start(limits.probeFirstMs)
      onUnreachable?.(isFenced)
    },
    onStop: (reason) => {
      log({ what: 'selling is stopped', reason })
      onStop?.(reason)
    },
  })
  const counter = createCallCounter(observeCall)
  const call = createCaller({
    queue,
    posId,
    token,
    clock,
    health,
    counter,
    basePath: baseUrl.pathname.replace(/\/+$/, ''),
    jsonDepth: limits.jsonDepth,
    log,
  })

  const fence = createDeferred<undefined>()
  let isFenced = false
  const probe = createProbe({
    timers,
    tryOnce: async () => {
      await readBalanceNow()
      return isFenced && !health.isUnreachable()
    },
    firstMs: limits.probeFirstMs,
    maxMs: limits.probeMaxMs,
  })
  const closing = createDeferred<undefined>()
  let isClosing = false

  async function readBalanceNow(): Promise<TimedReply> {
    const answered = await call({
      path: wholesalerPaths.balance,
      fields: {},
      // The fence, and the probe of an unreachable wholesaler, must not wait behind hung reads.
      priority: 'find',
      withinMs: limits.findMs,
      maxBytes: limits.answerBytes,
    })
    const { reply } = answered
    if (!isFenced && provesKeys(reply)) {
      isFenced = true
      fence.resolve(undefined)
    }
    const reading = balanceOf(reply, readBalance)
    if (reading.ok || reading.reason !== 'unreachable') health.recordBalance(reading.ok ? reading.value : undefined)
    return answered
  }

  async function read<T>(
    path: WholesalerPath,
    fields: object,
    toValue: ToValue<T>,
    method: ReadOptions = {},
  ): Promise<Read<T>> {
    const size =
      path === wholesalerPaths.pointInfo
        ? { maxBytes: limits.answerBytes }
        : { maxBytes: limits.listBytes, maxElements: maxElementsOf(path) }
    const { reply } = await call({ path, fields, priority: 'other', withinMs: limits.catalogueMs, ...size, ...method })
    return reply.kind === 'object' ? toValue(reply.value, reply.text) : unreadable(path, reply)
  }

  async function transact(plan: TransactionPlan): Promise<TimedAnswer> {
    const { path } = plan
    const { reply, sentAt, answeredAt } = await call({ ...plan, maxBytes: limits.answerBytes })
    const maySpend = path !== wholesalerPaths.find
    if (reply.kind !== 'object') {
      if (maySpend && reply.kind === 'refusal') health.recordRefusedSale(reply.refusal.code)
      return { answer: reply, sentAt, answeredAt }
    }
    const { answer, dropped } = readTransactionAnswer(reply.value, path)
    if (reply.isDecorated && !names(answer, plan.fields)) return { answer: lost('not-json'), sentAt, answeredAt }
    if (maySpend && answer.kind === 'transaction') health.recordSale()
    for (const problem of dropped) log({ what: 'wholesaler field left out', problem })
    return { answer, sentAt, answeredAt }
  }

  /** Check and confirm wait for the fence, for as long as they may wait for their turn in the queue. */
  async function afterFence(queueMs: number, send: (waitedMs: number) => Promise<TimedAnswer>): Promise<TimedAnswer> {
    const startedAt = clock.now()
    if (!isFenced) await waitAtMost(timers, queueMs, Promise.race([fence.promise, closing.promise]))
    if (isFenced) return send(clock.now() - startedAt)
    const now = clock.now()
    return { answer: { kind: 'not-sent', reason: isClosing ? 'stopping' : 'busy' }, sentAt: now, answeredAt: now }
  }

  function check(fields: Check | InternationalCheck, withinMs = limits.checkMs): Promise<TimedAnswer> {
    const wholeMs = Math.min(withinMs, limits.checkMs)
    const queueMs = Math.min(wholeMs, limits.checkQueueMs)
    const plan = { path: wholesalerPaths.check, fields, priority: 'other' } as const
    return afterFence(queueMs, (waitedMs) =>
      transact({ ...plan, withinMs: wholeMs - waitedMs, queueMs: queueMs - waitedMs }),
    )
  }

  function confirm(fields: Confirm | InternationalConfirm, isDue: () => boolean = () => true): Promise<TimedAnswer> {
    const plan = { path: wholesalerPaths.confirm, fields, priority: 'confirm', isDue } as const
    return afterFence(limits.confirmMs, (waitedMs) => transact({ ...plan, withinMs: limits.confirmMs - waitedMs }))
  }

  let trying: Promise<boolean> | undefined

  async function tryResumeSelling(): Promise<boolean> {
    const { reason } = health.current()
    const { reply } = await readBalanceNow()
    const isFine = provesKeys(reply) && !(reply.kind === 'refusal' && reply.refusal.code === NOT_ACTIVE)
    if (reason && reason !== 'restored' && isFine) health.resume(reason)
    return health.current().service !== 'stopped'
  }

  probe.start()

  return {
    ...catalogueReads(read, pictures ?? (() => ownPictures), posId),
    balance: async () => balanceOf((await readBalanceNow()).reply, readBalance),
    currency: async () => balanceOf((await readBalanceNow()).reply, readCurrency),
    check: ({ id, serviceId, account, customer, amount, isTest }, withinMs) => {
      const fields: Check = {
        product: serviceId,
        external_transaction_id: id,
        fields: {
          ...(customer === undefined ? {} : { customer }),
          ...(account === undefined ? {} : { account }),
          amount: toWireNumber(amount),
        },
        ...(isTest ? { simulation: true as const } : {}),
      }
      return check(fields, withinMs)
    },
    confirm: ({ id, amount }, isDue) =>
      confirm({ external_transaction_id: id, fields: { amount: toWireNumber(amount) } } satisfies Confirm, isDue),
    checkInternational: ({ denominationId, account, isTest }, withinMs) => {
      const fields: InternationalCheck = {
        product: INTERNATIONAL_ID,
        fields: { amount_id: denominationId, account },
        ...(isTest ? { simulation: 1 as const } : {}),
      }
      return check(fields, withinMs)
    },
    confirmInternational: (transactionId, isDue) =>
      confirm({ transaction_id: transactionId } satisfies InternationalConfirm, isDue),
    find: (by, withinMs = limits.findMs) => {
      const fields: Find =
        'saleId' in by ? { external_transaction_id: by.saleId } : { transaction_id: by.transactionId }
      return transact({
        path: wholesalerPaths.find,
        fields,
        priority: 'find',
        withinMs: Math.min(withinMs, limits.findMs),
      })
    },
    health: health.current,
    stopSelling: health.stop,
    endRecovery: () => health.resume('restored'),
    tryResumeSelling: () =>
      (trying ??= tryResumeSelling().finally(() => {
        trying = undefined
      })),
    keyFacts: keys.facts,
    metrics: () => ({ ...queue.metrics(), ...counter.metrics() }),
    fenced: fence.promise,
    isFenced: () => isFenced,
    close: async (withinMs) => {
      isClosing = true
      probe.stop()
      closing.resolve(undefined)
      await queue.close(withinMs)
    },
  }
}

type TransactionPlan = Omit<CallPlan, 'maxBytes' | 'fields'> & {
  fields: Check | Confirm | Find | InternationalCheck | InternationalConfirm
}

/** Whether an answer is about the transaction of a request: by an id, or for an international check, which has none, by all that was sent. */
function names(answer: Answer, sent: TransactionPlan['fields']): boolean {
  if (answer.kind !== 'transaction') return false
  const { id, saleId, amountId, account } = answer.transaction
  if ('external_transaction_id' in sent) return saleId === sent.external_transaction_id
  if ('transaction_id' in sent) return id === sent.transaction_id
  return amountId === sent.fields.amount_id && account === sent.fields.account
}

/** Whether a reply to `/balance` proves that its key was accepted: then every older request on the wire will be refused. Code 1 proves nothing. */
function provesKeys(reply: Reply): boolean {
  if (reply.kind === 'refusal') return reply.refusal.code !== 'unreadable' && !isAuthFailure(reply)
  return reply.kind === 'object'
}

const maxElementsOf = (path: WholesalerPath) => (path === wholesalerPaths.frontview ? MAX_FRONTVIEW : MAX_LIST)

const balanceOf = <T>(reply: Reply, toValue: (answer: JsonObject) => Read<T>): Read<T> =>
  reply.kind === 'object' ? toValue(reply.value) : unreadable(wholesalerPaths.balance, reply)

function unreadable(path: WholesalerPath, reply: Exclude<Reply, { kind: 'object' }>): Read<never> {
  switch (reply.kind) {
    case 'refusal': {
      // A key that another call overtook says nothing of what was asked for.
      const reason = isAuthFailure(reply) ? 'unreachable' : 'refused'
      return { ok: false, reason, problem: `${path} was refused with code ${reply.refusal.code}` }
    }
    case 'not-sent':
      return { ok: false, reason: 'unreachable', problem: `${path} could not be sent: ${nameOf(reply)}` }
    case 'lost': {
      const isUnreadable = reply.reason === 'wrong-shape' || reply.reason === 'too-big' || reply.reason === 'too-deep'
      const problem = `${path} was not answered: ${nameOf(reply)}`
      return { ok: false, reason: isUnreadable ? 'unreadable' : 'unreachable', problem }
    }
  }
}

const nameOf = ({ reason, detail }: Lost | NotSent) => (detail === undefined ? reason : `${reason} (${detail})`)
