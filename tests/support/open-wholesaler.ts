import { onTestFinished } from 'vitest'

import type { Clock } from '#server/lib/clock.ts'
import type { Log, LogLine } from '#server/lib/log.ts'
import { systemTimers, type Timers } from '#server/lib/ports.ts'
import { createWholesaler } from '#server/wholesaler/create-wholesaler.ts'
import type { CallLimits } from '#server/wholesaler/call-limits.ts'
import { Token } from '#server/config/token.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import type { KeyStore } from '#server/wholesaler/keys.ts'
import { answer, startScriptedService, type Script, type ScriptedService } from './scripted-service.ts'

export const POS_ID = '20418'
export const TOKEN_TEXT = 'k7-example-token'

export const aBalance = { currency: 'AED', wallets: { main: 1000.5 } }

export function createKeyStore(mark = 0n): KeyStore & { mark: bigint; saves: bigint[] } {
  const store = {
    mark,
    saves: [] as bigint[],
    loadMark: async () => store.mark,
    saveMark: async (next: bigint) => {
      store.mark = next
      store.saves.push(next)
    },
  }
  return store
}

export function createStillClock(start = 1_767_225_600_000) {
  const clock = { time: start, wallTime: start, now: () => clock.time, wall: () => clock.wallTime }
  return clock
}

type OpenOptions = {
  script?: Script
  service?: ScriptedService
  url?: URL
  keys?: KeyStore
  keyFloor?: bigint
  clock?: Clock
  timers?: Timers
  limits?: Partial<CallLimits>
  onKeyFault?: (error: unknown) => void
}

export type OpenWholesaler = { wholesaler: Wholesaler; service: ScriptedService; log: LogLine[] }

/** A `Wholesaler` over HTTP to a scripted server, which responds to `/balance` unless the script differs. It is closed after the test. */
export async function openWholesaler(options: OpenOptions = {}): Promise<OpenWholesaler> {
  const service = options.service ?? (await startScriptedService({ '/balance': answer(aBalance), ...options.script }))
  const log: LogLine[] = []
  const wholesaler = createWholesaler({
    baseUrl: options.url ?? service.url,
    posId: POS_ID,
    token: new Token(TOKEN_TEXT),
    keys: options.keys ?? createKeyStore(),
    ...(options.keyFloor === undefined ? {} : { keyFloor: options.keyFloor }),
    clock: options.clock ?? createStillClock(),
    timers: options.timers ?? systemTimers,
    log: (line) => log.push(line),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.onKeyFault ? { onKeyFault: options.onKeyFault } : {}),
  })
  onTestFinished(() => wholesaler.close(0))
  return { wholesaler, service, log }
}

export const noted = (lines: LogLine[]): Log => ({
  info: (line) => void lines.push(line),
  error: (line) => void lines.push(line),
})
