import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Kysely } from 'kysely'

import { toWesternDigits } from '#domain/text/digits.ts'
import { PIN_LENGTH, type Role } from '#domain/person.ts'
import { findPinWeakness, type PinWeakness } from '#domain/pin.ts'
import { InvalidOperation, RequestRefused, problemOf } from '../../lib/failures.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import { makeFolder } from '../../lib/make-folder.ts'

const derive = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Scrypt parameters. Each hash names its own cost, so this may rise while stored PINs stay valid. */
export type PinCost = { N: number; r: number; p: number }
/** 16 MiB and about 40 ms per attempt. */
export const PIN_COST: PinCost = { N: 2 ** 14, r: 8, p: 1 }
const HASH_BYTES = 32

/** Returns the PIN in Western digits. Throws `InvalidOperation` with the rule if the role may not have it. */
export function readPin(role: Role, text: string): string {
  const { min, max } = PIN_LENGTH[role]
  const pin = toWesternDigits(text)
  if (!/^\d+$/.test(pin) || pin.length < min || pin.length > max)
    throw new InvalidOperation(`The PIN of a ${role} has to be ${min} to ${max} digits and nothing else.`)
  const weakness = findPinWeakness(pin)
  if (weakness) throw new InvalidOperation(`This PIN is too easy to guess: ${WEAKNESSES[weakness]}.`)
  return pin
}

const WEAKNESSES: Record<PinWeakness, string> = {
  'few-digits': 'it has no more than two different digits',
  sequence: 'its digits only run up or down',
  repetition: 'it repeats itself',
  year: 'it is a year',
}

/** The pepper is stored outside the journal, so a stolen journal alone reveals no PIN. */
export async function hashPin(pin: string, pepper: Buffer, cost = PIN_COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(peppered(pin, pepper), salt, HASH_BYTES, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes the same time wherever the hashes differ. Throws for an unknown kind of hash. */
export async function isPin(pin: string, stored: string, pepper: Buffer): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('a PIN hash in the database is of an unknown kind')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await derive(peppered(pin, pepper), Buffer.from(salt, 'base64url'), expected.length, cost)
  return timingSafeEqual(found, expected)
}

const peppered = (pin: string, pepper: Buffer) => createHmac('sha256', pepper).update(pin).digest()

/** Shared by all shops of a process: half of Node's thread pool; the rest is for files and name lookups. */
const MAX_PARALLEL = 2
const RETRY_AFTER_MS = 1_000

export type PinQueue = ReturnType<typeof createPinQueue>

/**
 * In turn, because each hash is expensive. Each terminal has one place in the queue, so one that sends PINs endlessly delays others by at most one PIN, and the
 * queue is never longer than the number of terminals.
 */
export function createPinQueue() {
  const running = new Set<string>()
  const waiting = new Map<string, () => void>()

  async function enter(terminalId: string): Promise<void> {
    if (running.size < MAX_PARALLEL && !running.has(terminalId)) return void running.add(terminalId)
    await new Promise<void>((resolve) => waiting.set(terminalId, resolve))
  }

  function leave(terminalId: string): void {
    running.delete(terminalId)
    for (const [next, start] of waiting) {
      if (running.has(next)) continue
      waiting.delete(next)
      running.add(next)
      return start()
    }
  }

  return {
    /** Throws `RequestRefused` 429 if a PIN of that terminal is already waiting. */
    run: async <T>(terminalId: string, work: () => Promise<T>): Promise<T> => {
      if (waiting.has(terminalId)) {
        throw new RequestRefused(429, 'rate-limited', 'Another PIN is being checked here. Try again in a moment.', {
          retryAfterMs: RETRY_AFTER_MS,
        })
      }
      await enter(terminalId)
      try {
        return await work()
      } finally {
        leave(terminalId)
      }
    },
  }
}

const PEPPER_BYTES = 32

/**
 * Reads or creates the file `pepper`, the secret in every PIN hash. No stored PIN can be verified without it, so this throws `InvalidOperation` if the file is
 * damaged, unreadable, or missing although the journal has staff.
 */
export function openPepper(dataFolder: string, hasStaff: boolean): Buffer {
  const file = join(dataFolder, 'pepper')
  const stored = readPepper(file)
  if (stored) return stored
  if (hasStaff) {
    throw new InvalidOperation(
      `The key file ${file} is missing, and without it no PIN in the database works. Restore it from the backup of this database.`,
    )
  }
  return createPepper(dataFolder, file)
}

/**
 * The first of several processes creates the pepper and stores its fingerprint in the journal; throws `InvalidOperation` in a process with another one. In
 * `ownFolder` one of several shops may have its own pepper.
 */
export async function bindPepper(
  db: Kysely<JournalTables>,
  dataFolder: string,
  ownFolder = dataFolder,
): Promise<Buffer> {
  const known = await db.selectFrom('database_server').select('secret_fingerprint').executeTakeFirst()
  const somebody = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()
  const pepper = openPepper(dataFolder, somebody !== undefined || typeof known?.secret_fingerprint === 'string')
  const fingerprint = fingerprintOf(pepper)
  await db
    .updateTable('database_server')
    .set({ secret_fingerprint: fingerprint })
    .where('secret_fingerprint', 'is', null)
    .execute()
  const bound = await db.selectFrom('database_server').select('secret_fingerprint').executeTakeFirstOrThrow()
  if (bound.secret_fingerprint === fingerprint) return pepper
  throw new InvalidOperation(
    `The key file ${join(dataFolder, 'pepper')} is not the one of this database. Copy the file \`pepper\` from the data folder of the process that started first${ownFolder === dataFolder ? '' : `; that of a shop that was moved here belongs in ${ownFolder}`}.`,
  )
}

/** Shows that two processes or shops have the same pepper without revealing it. */
export const fingerprintOf = (pepper: Buffer): string =>
  createHmac('sha256', pepper).update('toptill fingerprint').digest('base64url')

function readPepper(file: string): Buffer | undefined {
  let pepper: Buffer
  try {
    pepper = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new InvalidOperation(`${file} cannot be read. Give this user the right to read it.`)
  }
  if (pepper.length === PEPPER_BYTES) return pepper
  throw new InvalidOperation(
    `The key file ${file} is damaged: it has ${pepper.length} bytes instead of ${PEPPER_BYTES}. Restore it from a backup.`,
  )
}

function createPepper(dataFolder: string, file: string): Buffer {
  const pepper = randomBytes(PEPPER_BYTES)
  const draft = `${file}.${process.pid}.new`
  try {
    makeFolder(dataFolder)
    writeFileSync(draft, pepper, { mode: 0o600, flag: 'wx', flush: true })
    // A link never replaces a pepper that another process created meanwhile, and never shows half of one.
    linkSync(draft, file)
  } catch (error) {
    const created = readPepper(file)
    if (created) return created
    const reason = problemOf(error)
    throw new InvalidOperation(
      `${file} cannot be written (${reason}). Give this user the right to write in that folder.`,
    )
  } finally {
    rmSync(draft, { force: true })
  }
  return pepper
}
