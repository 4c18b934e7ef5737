import { randomUUID } from 'node:crypto'

import * as v from 'valibot'

import type { Tried, TryAccount } from '#api/account.ts'
import type { AccountProblem } from '#domain/catalog/account-problem.ts'
import { toWesternDigits } from '#domain/text/digits.ts'
import { isLoopback } from '../config/account-schema.ts'
import { CONNECTED_ACCOUNT, keepAccountFile, type ConnectedAccount } from '../config/account-file.ts'
import type { Config, WholesalerAccount } from '../config/config.ts'
import { isInPostgres } from '../config/database-url.ts'
import { Token } from '../config/token.ts'
import type { Clock } from '../lib/clock.ts'
import { createSerialQueue } from '../lib/concurrency.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { newLongCode } from '../lib/identifiers.ts'
import type { Log } from '../lib/log.ts'
import { createOneTimeCode } from '../lib/one-time-code.ts'
import type { Timers } from '../lib/ports.ts'
import { tryNewAccount } from '../wholesaler/try-account.ts'
import type { TriedAccount } from '../wholesaler/wholesaler.ts'

/** Starts the process again, with the settings as they are then. `setupCode`: the code of its setup link. */
export type Restart = (setupCode?: string) => void

type Deps = { config: Config; clock: Clock; timers: Timers; log: Pick<Log, 'info'>; restart?: Restart | undefined }

export type Connecting = NonNullable<ReturnType<typeof openConnecting>>

const EVERY_ADDRESS = ['0.0.0.0', '::']

/**
 * For an installation where nothing is set. `undefined` if an administrator runs it (a setting, PostgreSQL, a web server in front), or if this machine has no
 * loopback address.
 */
export function openConnecting({ config, restart, ...ports }: Deps) {
  const { accountFile, realDatabase, publicOrigin, trustProxy, host } = config
  const isPlain = publicOrigin === undefined && trustProxy === undefined && isLoopbackServed(host)
  const isNothingSet = config.practice && realDatabase !== undefined && !isInPostgres(realDatabase)
  if (!restart || accountFile === undefined || !isNothingSet || !isPlain) return undefined
  return createConnecting({ ...ports, accountFile, restart })
}

const isLoopbackServed = (host: string) => isLoopback(host) || EVERY_ADDRESS.includes(host)

type Opened = Omit<Deps, 'config' | 'restart'> & { accountFile: string; restart: Restart }

/**
 * Who may connect: a person who sees this start's console (the one-time code of its link) and sits at the computer (the routes admit only its own requests).
 * `connect` answers with the code of the next start's setup link, which makes its holder the first supervisor, and which that person could read on the same
 * console a moment later. No one else gets it: other devices and pages are refused before the code is looked at, the answer is stored nowhere, and the link,
 * which works for an hour, is closed first.
 */
function createConnecting({ accountFile, clock, timers, log, restart }: Opened) {
  const link = createOneTimeCode(clock)
  const inTurn = createSerialQueue<string>()
  /** An account that is tried again would reject the keys of the first trial. */
  const nextKeys = new Map<string, bigint>()
  let found: { attempt: string; account: ConnectedAccount } | undefined

  async function tryTyped(account: ConnectedAccount): Promise<Tried> {
    const { baseUrl, posId, token } = account
    const name = `${posId} at ${baseUrl}`
    const keyFloor = largest(account.keyFloor, nextKeys.get(name) ?? 0n)
    const asked = { baseUrl: new URL(baseUrl), posId, token: new Token(token), keyFloor }
    const { tried, nextKey } = await tryNewAccount(asked, { clock, timers, log: log.info })
    // A rejected key was not used.
    if (tried.name === undefined) return tried
    nextKeys.set(name, nextKey)
    found = { attempt: randomUUID(), account: { ...account, keyFloor: nextKey } }
    return { ...tried, attempt: found.attempt }
  }

  return {
    issueCode: (): string => {
      const code = newLongCode()
      link.issue(code)
      return code
    },

    /** Reads the account, and changes nothing. */
    try: async ({ code, ...typed }: TryAccount): Promise<Tried | 'wrong-code'> => {
      if (!link.isOpen(code)) return 'wrong-code'
      const account = readTyped(typed)
      return typeof account === 'string' ? { problem: account } : inTurn.run('try', () => tryTyped(account))
    },

    /** Throws `InvalidOperation` if the file cannot be written; the link then stays valid. */
    connect: ({ code, attempt }: { code: string; attempt: string }): { setupCode: string } | 'wrong-code' => {
      if (!link.isOpen(code) || found?.attempt !== attempt) return 'wrong-code'
      keep(accountFile, found.account)
      link.close()
      found = undefined
      const setupCode = newLongCode()
      restart(setupCode)
      return { setupCode }
    },
  }
}

const FORMS = {
  baseUrl: 'base-url-form',
  posId: 'pos-id-form',
  token: 'token-form',
  keyFloor: 'key-floor-form',
} as const satisfies Record<keyof ConnectedAccount, AccountProblem>

function readTyped({
  baseUrl,
  posId,
  token,
  keyFloor = '',
}: Omit<TryAccount, 'code'>): ConnectedAccount | AccountProblem {
  const floor = toWesternDigits(keyFloor).trim()
  const typed = {
    baseUrl: baseUrl.trim(),
    posId: toWesternDigits(posId).trim(),
    token: token.trim(),
    ...(floor === '' ? {} : { keyFloor: floor }),
  }
  const read = v.safeParse(CONNECTED_ACCOUNT, typed, { abortEarly: true })
  return read.success ? read.output : FORMS[read.issues[0].path?.[0].key as keyof typeof FORMS]
}

type ChangeDeps = {
  account: WholesalerAccount
  accountFile: string
  keyFloor: bigint
  tryToken: (token: Token) => Promise<TriedAccount>
  /** Called once the new token is kept. */
  changed: () => Promise<void>
}

/** Keeps the other token only if the wholesaler accepts it. Throws `InvalidOperation` if the file cannot be written. */
export async function changeToken(
  typed: string,
  { account: { baseUrl, posId }, accountFile, keyFloor, tryToken, changed }: ChangeDeps,
): Promise<TriedAccount> {
  const token = v.safeParse(CONNECTED_ACCOUNT.entries.token, typed.trim())
  if (!token.success) return { problem: 'token-form' }
  const tried = await tryToken(new Token(token.output))
  if (tried.name === undefined) return tried
  keep(accountFile, { baseUrl, posId, keyFloor, token: token.output })
  await changed()
  return tried
}

function keep(file: string, account: ConnectedAccount): void {
  try {
    keepAccountFile(file, account)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new InvalidOperation(`The account could not be stored in ${file} (${code}). Nothing was changed.`)
  }
}

const largest = (a: bigint, b: bigint) => (a > b ? a : b)
