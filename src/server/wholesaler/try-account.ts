import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { AccountProblem } from '#domain/catalog/account-problem.ts'
import { checkService, isNoConnection } from '#domain/readiness.ts'
import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import type { Token } from '../config/token.ts'
import { CALL_LIMITS } from './call-limits.ts'
import { createCallCounter } from './call-metrics.ts'
import { createCaller, isAuthFailure, type Caller, type LogWriter } from './caller.ts'
import { createConnection } from './client.ts'
import { createHealth, NOT_ACTIVE, type Health } from './health.ts'
import { createKeySequence, type KeySequence } from './keys.ts'
import type { Reply } from './read/read-answer.ts'
import { readBalance, readCurrency, readPoint } from './read/read-point.ts'
import { createRequestQueue } from './request-queue.ts'
import type { TriedAccount } from './wholesaler.ts'

/** For each of the two calls (ms): a person waits for both. */
const TRY_MS = 10_000

/** Two reads, none of which moves money. */
export async function tryAccount(call: Caller, posId: string): Promise<TriedAccount> {
  const ask = async (path: typeof wholesalerPaths.pointInfo | typeof wholesalerPaths.balance) => {
    const { answerBytes: maxBytes } = CALL_LIMITS
    return (await call({ path, fields: {}, priority: 'find', withinMs: TRY_MS, maxBytes })).reply
  }
  const about = await ask(wholesalerPaths.pointInfo)
  if (about.kind !== 'object') return problemOf(about)
  const point = readPoint(about.value, posId)
  if (!point.ok) return { problem: 'other-service' }
  const money = await ask(wholesalerPaths.balance)
  if (money.kind !== 'object') return problemOf(money)
  const currency = readCurrency(money.value)
  if (!currency.ok || !/^[A-Z]{3}$/.test(currency.value)) return { problem: 'currency' }
  const balance = readBalance(money.value)
  return {
    name: point.value.point.agentName || point.value.point.posId,
    ...(balance.ok && { balance: balance.value }),
  }
}

function problemOf(reply: Exclude<Reply, { kind: 'object' }>): TriedAccount {
  switch (reply.kind) {
    case 'refusal': {
      const { code } = reply.refusal
      if (isAuthFailure(reply)) return { problem: 'signature' }
      if (code === NOT_ACTIVE) return { problem: 'inactive' }
      return code === 'unreadable' ? { problem: 'other-service' } : { problem: 'rejected', code }
    }
    case 'not-sent':
      return { problem: whyNotConnected(reply.detail) }
    case 'lost':
      return { problem: reply.reason === 'timeout' || reply.reason === 'reset' ? 'unreached' : 'other-service' }
  }
}

function whyNotConnected(connectError = ''): AccountProblem {
  const reason = checkService({ service: 'unreachable', connectError, isFenced: false })
  return isNoConnection(reason) ? (reason as AccountProblem) : 'unreached'
}

type NewAccount = { baseUrl: URL; posId: string; token: Token; keyFloor: bigint }
type Ports = { clock: Clock; timers: Timers; log: LogWriter }

/** Before the account has a journal. `nextKey` is above every used key, so the journal's keys follow: the account would reject smaller ones. */
export async function tryNewAccount(
  { baseUrl, posId, token, keyFloor }: NewAccount,
  { clock, timers, log }: Ports,
): Promise<{ tried: TriedAccount; nextKey: bigint }> {
  let nextKey = keyFloor
  const sequence = createKeySequence({ store: NO_STORE, clock, keyFloor })
  const keys: KeySequence = {
    ...sequence,
    next: async () => {
      const key = await sequence.next()
      nextKey = key + 1n
      return key
    },
  }
  const connections = [createConnection(baseUrl, CALL_LIMITS.connectMs)]
  const queue = createRequestQueue({ connections, keys, clock, timers, writeGapMs: CALL_LIMITS.writeGapMs })
  const call = createCaller({
    queue,
    posId,
    token,
    clock,
    health: anyHealth(clock),
    counter: createCallCounter(),
    basePath: baseUrl.pathname.replace(/\/+$/, ''),
    jsonDepth: CALL_LIMITS.jsonDepth,
    log,
  })
  try {
    return { tried: await tryAccount(call, posId), nextKey }
  } finally {
    await queue.close(0)
  }
}

const NO_STORE = { loadMark: async () => 0n, saveMark: async () => {} }

/** What a trial shows about the wholesaler stops no selling. */
export const anyHealth = (clock: Clock): Health => createHealth({ clock, onUnreachable: () => {}, onStop: () => {} })
