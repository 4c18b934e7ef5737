import { MAX_FRONTVIEW, MAX_LIST } from '#wholesaler-api/loose.ts'
import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import { createCallCounter, type ObserveCall } from './call-metrics.ts'
import { createCaller, type Caller, type LogWriter } from './caller.ts'
import { catalogReads, type ReadCall } from './catalog-reads.ts'
import { createConnection, type Connection } from './client.ts'
import { createFence, provesKeys, type Fence } from './fence.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'
import { createHealth, NOT_ACTIVE, type Health, type ServiceStopReason } from './health.ts'
import { createKeySequence, type KeySequence, type KeySequenceOptions, type KeyStore } from './keys.ts'
import { CALL_LIMITS, type CallLimits } from './call-limits.ts'
import { pictureSource, type PictureSource } from './picture.ts'
import { createProbe } from './probe.ts'
import { balanceOf, unreadable } from './read-reply.ts'
import { readBalance, readCurrency } from './read/read-point.ts'
import type { Token } from '../config/token.ts'
import { transactionCalls } from './transactions.ts'
import { anyHealth, tryAccount } from './try-account.ts'
import type { Wholesaler } from './wholesaler.ts'
import { shareRuns } from '../lib/concurrency.ts'

export type WholesalerOptions = {
  baseUrl: URL
  /** Digits, as they are signed and sent. */
  posId: string
  token: Token
  keys: KeyStore
  /** No key below it is used (TOPUP_KEY_FLOOR). */
  keyFloor?: bigint
  /** Where pictures may currently come from; by default only the wholesaler itself. */
  pictures?: () => PictureSource
  clock: Clock
  timers: Timers
  log: LogWriter
  observeCall?: ObserveCall
  /** Called right before a call is sent; by default always true. */
  maySend?: (() => boolean) | undefined
  /** Called when the key mark cannot be saved: nothing can be sent, and the process has to exit (rule 16). */
  onKeyFault?: (error: unknown) => void
  /** Called when selling stops for a reason, and not again until a person has dealt with it. */
  onStop?: (reason: ServiceStopReason) => void
  /** Called each time the wholesaler becomes unreachable. `isFenced`: it has accepted a request since startup. */
  onUnreachable?: (isFenced: boolean) => void
  limits?: Partial<CallLimits>
  /** Uses undici by default. */
  openConnection?: (origin: URL, connectMs: number) => Connection
  createKeys?: (options: KeySequenceOptions) => KeySequence
}

/** All calls use one request queue. The first `/balance` is sent at once: it is the fence (rule 13). */
export function createWholesaler(options: WholesalerOptions): Wholesaler {
  const { baseUrl, posId, token, clock, timers, log, pictures, onStop, onUnreachable } = options
  const ownPictures = pictureSource(baseUrl, [])
  const limits: CallLimits = { ...CALL_LIMITS, ...options.limits }
  const keys = (options.createKeys ?? createKeySequence)({
    store: options.keys,
    clock,
    keyFloor: options.keyFloor,
    onClockAhead: (isAhead) => {
      health.recordClock(isAhead)
      log({ what: isAhead ? 'the clock is ahead; keys do not follow it' : 'the clock is right; keys follow it' })
    },
  })
  const queue = openQueue(options, limits, keys)
  const health = createHealth({
    clock,
    onUnreachable: () => {
      probe.start(limits.probeFirstMs)
      onUnreachable?.(fence.isFenced())
    },
    onStop: (reason) => {
      log({ what: 'selling is stopped', reason })
      onStop?.(reason)
    },
  })
  const counter = createCallCounter(options.observeCall)
  const caller = {
    queue,
    posId,
    token,
    clock,
    health,
    counter,
    basePath: baseUrl.pathname.replace(/\/+$/, ''),
    jsonDepth: limits.jsonDepth,
    log,
  }
  const call = createCaller(caller)

  const fence = createFence({ call, health, clock, timers, limits })
  const probe = createProbe({
    timers,
    tryOnce: async () => {
      await fence.readBalance()
      return fence.isFenced() && !health.isUnreachable()
    },
    firstMs: limits.probeFirstMs,
    maxMs: limits.probeMaxMs,
  })

  probe.start()

  return {
    ...catalogReads(catalogReader(call, limits), pictures ?? (() => ownPictures), posId),
    balance: async () => balanceOf((await fence.readBalance()).reply, readBalance),
    currency: async () => balanceOf((await fence.readBalance()).reply, readCurrency),
    ...transactionCalls({ call, health, limits, fence, log }),
    health: health.current,
    stopSelling: health.stop,
    endRecovery: () => health.resume('restored'),
    tryResumeSelling: sellingResumer(fence, health),
    tryToken: (other) => tryAccount(createCaller({ ...caller, token: other, health: anyHealth(clock) }), posId),
    keyFacts: keys.facts,
    metrics: () => ({ ...queue.metrics(), ...counter.metrics() }),
    fenced: fence.passed,
    isFenced: fence.isFenced,
    close: async (withinMs) => {
      probe.stop()
      fence.close()
      await queue.close(withinMs)
    },
  }
}

function openQueue(
  { baseUrl, clock, timers, log, maySend, onKeyFault, openConnection = createConnection }: WholesalerOptions,
  limits: CallLimits,
  keys: KeySequence,
): RequestQueue {
  return createRequestQueue({
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
}

/** Reads in pieces, because lists may be long. */
const catalogReader =
  (call: Caller, limits: CallLimits): ReadCall =>
  async (path, fields, toValue, method = {}) => {
    const size =
      path === wholesalerPaths.pointInfo
        ? { maxBytes: limits.answerBytes }
        : { maxBytes: limits.listBytes, maxElements: maxElementsOf(path) }
    const { reply } = await call({ path, fields, priority: 'other', withinMs: limits.catalogMs, ...size, ...method })
    return reply.kind === 'object' ? toValue(reply.value, reply.text) : unreadable(path, reply)
  }

/** Resumes selling if the balance shows that the reason for the stop no longer applies. One attempt at a time. */
function sellingResumer(fence: Fence, health: Health): () => Promise<boolean> {
  return shareRuns(async () => {
    const { reason } = health.current()
    const { reply } = await fence.readBalance()
    const isFine = provesKeys(reply) && !(reply.kind === 'refusal' && reply.refusal.code === NOT_ACTIVE)
    if (reason && reason !== 'restored' && isFine) health.resume(reason)
    return health.current().service !== 'stopped'
  })
}

const maxElementsOf = (path: WholesalerPath) => (path === wholesalerPaths.frontview ? MAX_FRONTVIEW : MAX_LIST)
