import { wholesalerPaths, type WholesalerPath } from '#contract/wholesaler/paths.ts'
import type { DirectCheck, DirectConfirm, Find } from '#contract/wholesaler/transaction.ts'
import { toWireNumber } from '#domain/money.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import type { Clock } from '../clock.ts'
import { createCaller, isAuthFailure, type Log, type TimedReply } from './caller.ts'
import { createConnection } from './client.ts'
import { createDeferred } from './deferred.ts'
import { createGate } from './gate.ts'
import { createHealth } from './health.ts'
import { createKeys } from './keys.ts'
import { LIMITS, type Limits } from './limits.ts'
import type { JsonObject } from './parse-json.ts'
import { createProbe } from './probe.ts'
import type { Reply } from './read-answer.ts'
import { readBalance, readCurrency } from './read-balance.ts'
import { readFrontview } from './read-frontview.ts'
import { readPoint } from './read-point.ts'
import { readServices } from './read-services.ts'
import { readTransactionAnswer } from './read-transaction.ts'
import type { Token } from './token.ts'
import type { KeyStore, Read, Wholesaler } from './wholesaler.ts'

export type WholesalerOptions = {
  baseUrl: URL
  /** Digits, as they are signed and sent. */
  posId: string
  token: Token
  keys: KeyStore
  /** No key below it is used (TOPUP_KEY_FLOOR). */
  keyFloor?: bigint
  clock: Clock
  log: Log
  limits?: Partial<Limits>
}

/** The wholesaler behind `baseUrl`, through one gate. It starts to ask for the balance at once: that is the fence (DESIGN rule 13). */
export function createWholesaler({
  baseUrl,
  posId,
  token,
  keys: store,
  keyFloor,
  clock,
  log,
  limits: given,
}: WholesalerOptions): Wholesaler {
  const limits: Limits = { ...LIMITS, ...given }
  const keys = createKeys({
    store,
    clock,
    keyFloor,
    onClockAhead: () => log({ what: 'the clock is ahead; keys do not follow it' }),
  })
  const gate = createGate({
    connections: Array.from({ length: limits.connections }, () => createConnection(baseUrl, limits.connectMs)),
    keys,
    clock,
    leadMs: limits.leadMs,
    onKeyFault: () => log({ what: 'the key mark cannot be saved; nothing is sent' }),
  })
  const health = createHealth(clock, () => probe.start(limits.probeFirstMs))
  const call = createCaller({
    gate,
    posId,
    token,
    clock,
    health,
    basePath: baseUrl.pathname.replace(/\/+$/, ''),
    jsonDepth: limits.jsonDepth,
    log,
  })

  const fence = createDeferred<undefined>()
  let isFenced = false
  const probe = createProbe({
    ask: async () => {
      await askBalance()
      return isFenced && health.look().service === 'ok'
    },
    firstMs: limits.probeFirstMs,
    longestMs: limits.probeLongestMs,
  })
  const closing = createDeferred<undefined>()
  let isClosing = false

  async function askBalance(): Promise<TimedReply> {
    const answered = await call({
      path: wholesalerPaths.balance,
      fields: {},
      // The fence and the way back from `away` must not wait behind hung reads.
      rank: 'look',
      withinMs: limits.lookMs,
      maxBytes: limits.answerBytes,
    })
    if (!isFenced && provesKeys(answered.reply)) {
      isFenced = true
      fence.resolve(undefined)
    }
    return answered
  }

  async function read<T>(
    path: WholesalerPath,
    fields: object,
    toValue: (answer: JsonObject) => Read<T>,
  ): Promise<Read<T>> {
    const isList = path === wholesalerPaths.services || path === wholesalerPaths.frontview
    const maxBytes = isList ? limits.listBytes : limits.answerBytes
    const { reply } = await call({ path, fields, rank: 'other', withinMs: limits.catalogueMs, maxBytes })
    return readOf(path, reply, toValue)
  }

  async function transact(
    path: WholesalerPath,
    fields: object,
    rank: 'confirm' | 'look' | 'other',
    withinMs: number,
  ): Promise<TimedAnswer> {
    const { reply, leftAt, answeredAt } = await call({ path, fields, rank, withinMs, maxBytes: limits.answerBytes })
    if (reply.kind !== 'object') return { answer: reply, leftAt, answeredAt }
    const { answer, dropped } = readTransactionAnswer(reply.value, path)
    for (const problem of dropped) log({ what: 'wholesaler field left out', problem })
    return { answer, leftAt, answeredAt }
  }

  /** Check and confirm wait for the fence; what is left of their time, or nothing when it is over. */
  async function afterFence(withinMs: number, send: (leftMs: number) => Promise<TimedAnswer>): Promise<TimedAnswer> {
    const startedAt = clock.now()
    if (!isFenced) await withinTime(withinMs, Promise.race([fence.promise, closing.promise]))
    if (isFenced) return send(withinMs - (clock.now() - startedAt))
    const now = clock.now()
    return { answer: { kind: 'not-sent', reason: isClosing ? 'stopping' : 'busy' }, leftAt: now, answeredAt: now }
  }

  probe.start()

  return {
    pointInfo: () => read(wholesalerPaths.pointInfo, {}, (answer) => readPoint(answer, posId)),
    balance: async () => readOf(wholesalerPaths.balance, (await askBalance()).reply, readBalance),
    currency: async () => readOf(wholesalerPaths.balance, (await askBalance()).reply, readCurrency),
    services: () => read(wholesalerPaths.services, {}, readServices),
    frontview: (frontviewId) =>
      read(wholesalerPaths.frontview, { frontview_id: frontviewId }, (answer) => readFrontview(answer, baseUrl)),
    check: ({ id, serviceId, account, amount }, withinMs = limits.checkMs) => {
      const fields: DirectCheck = {
        product: serviceId,
        external_transaction_id: id,
        fields: { account, amount: toWireNumber(amount) },
      }
      return afterFence(Math.min(withinMs, limits.checkMs), (leftMs) =>
        transact(wholesalerPaths.check, fields, 'other', leftMs),
      )
    },
    confirm: ({ id, amount }) => {
      const fields: DirectConfirm = { external_transaction_id: id, fields: { amount: toWireNumber(amount) } }
      return afterFence(limits.confirmMs, (leftMs) => transact(wholesalerPaths.confirm, fields, 'confirm', leftMs))
    },
    find: (by, withinMs = limits.lookMs) => {
      const fields: Find =
        'saleId' in by ? { external_transaction_id: by.saleId } : { transaction_id: by.transactionId }
      return transact(wholesalerPaths.find, fields, 'look', Math.min(withinMs, limits.lookMs))
    },
    health: health.look,
    fenced: fence.promise,
    isFenced: () => isFenced,
    close: async (withinMs) => {
      isClosing = true
      probe.stop()
      closing.resolve(undefined)
      await gate.close(withinMs)
    },
  }
}

/** Whether a balance call shows that its key was taken: from then on an older copy on the wire is refused. Code 1 shows nothing. */
function provesKeys(reply: Reply): boolean {
  if (reply.kind === 'refusal') return reply.refusal.code !== 'unreadable' && !isAuthFailure(reply)
  return reply.kind === 'object'
}

function readOf<T>(path: WholesalerPath, reply: Reply, toValue: (answer: JsonObject) => Read<T>): Read<T> {
  switch (reply.kind) {
    case 'object':
      return toValue(reply.value)
    case 'refusal':
      return { ok: false, reason: 'refused', problem: `${path} was refused with code ${reply.refusal.code}` }
    case 'not-sent':
      return { ok: false, reason: 'away', problem: `${path} could not be sent: ${reply.reason}` }
    case 'lost': {
      const isUnreadable = reply.reason === 'wrong-shape' || reply.reason === 'too-big' || reply.reason === 'too-deep'
      const problem = `${path} was not answered: ${reply.reason}${reply.detail === undefined ? '' : ` (${reply.detail})`}`
      return { ok: false, reason: isUnreadable ? 'unreadable' : 'away', problem }
    }
  }
}

async function withinTime(ms: number, wait: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([wait, over])
  clearTimeout(timer)
}
