import { describe, expect, it } from 'vitest'

import {
  checkBackup,
  checkClock,
  checkDisk,
  checkJournal,
  checkKeys,
  checkPackages,
  checkService,
  checkWallet,
  READY_REASONS,
  readyStateOf,
  worstOf,
  type BackupFacts,
  type ClockFacts,
  type JournalFacts,
  type KeyFacts,
  type PackageFacts,
  type ServiceFacts,
  type WalletFacts,
} from '#domain/readiness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the provider on the System check', () => {
  const fine: ServiceFacts = { service: 'ok', isFenced: true, delayMs: 120 }
  it.each<[ServiceFacts, string, string]>([
    [fine, 'fine', 'good'],
    [{ ...fine, delayMs: 3_000 }, 'fine', 'good'],
    [{ ...fine, delayMs: 3_001 }, 'slow', 'look'],
    [{ service: 'ok', isFenced: false }, 'waiting', 'unknown'],
    [{ ...fine, service: 'unreachable' }, 'unreachable', 'bad'],
    [{ service: 'unreachable', isFenced: false }, 'unreached', 'bad'],
    ...Object.entries({
      ENOTFOUND: 'no-address',
      EAI_AGAIN: 'no-address',
      ECONNREFUSED: 'refused',
      ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
      CERT_HAS_EXPIRED: 'expired',
      CERT_NOT_YET_VALID: 'expired',
      DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
      UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
      UND_ERR_CONNECT_TIMEOUT: 'unreached',
    }).map(([connectError, reason]): [ServiceFacts, string, string] => [
      { service: 'unreachable', isFenced: false, connectError },
      reason,
      'bad',
    ]),
    [{ ...fine, service: 'stopped', reason: 'inactive' }, 'inactive', 'bad'],
    [{ ...fine, service: 'stopped', reason: 'contradiction' }, 'contradiction', 'bad'],
    // The check of the request order reports this case.
    [{ ...fine, service: 'stopped', reason: 'signature' }, 'fine', 'good'],
    [{ service: 'stopped', reason: 'signature', isFenced: false }, 'fine', 'good'],
  ])('the provider with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkService(facts), readyStateOf('service', checkService(facts))]).toEqual([reason, state]),
  )
})

describe('the wallet on the System check', () => {
  const fine: WalletFacts = { wallet: 'ok', ageMs: 1_000 }
  it.each<[WalletFacts, string, string]>([
    [fine, 'fine', 'good'],
    [{ ...fine, wallet: 'low' }, 'low', 'bad'],
    [{ ...fine, wallet: 'low', ageMs: undefined }, 'low', 'bad'],
    [{ ...fine, below: 'line' }, 'below-line', 'look'],
    [{ ...fine, below: 'days' }, 'below-days', 'look'],
    [{ ...fine, ageMs: 30 * MINUTE }, 'fine', 'good'],
    [{ ...fine, ageMs: 30 * MINUTE + 1 }, 'stale', 'look'],
    // The clock was changed during a restart.
    [{ ...fine, ageMs: -1 }, 'stale', 'look'],
    [{ wallet: 'unknown' }, 'unknown', 'unknown'],
  ])('the wallet with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkWallet(facts), readyStateOf('wallet', checkWallet(facts))]).toEqual([reason, state]),
  )
})

describe('the order of requests on the System check', () => {
  const fine: KeyFacts = { isRefused: false, isFenced: true, isSerial: false, leadMs: -500 }
  it.each<[KeyFacts, string, string]>([
    [fine, 'fine', 'good'],
    [{ isRefused: false, isFenced: true, isSerial: false }, 'fine', 'good'],
    [{ isRefused: false, isFenced: false, isSerial: false }, 'unknown', 'unknown'],
    [{ isRefused: true, isFenced: false, isSerial: false }, 'signature', 'bad'],
    [{ ...fine, leadMs: MINUTE + 1 }, 'ahead', 'look'],
    [{ ...fine, overtakenAgoMs: HOUR }, 'overtaken', 'look'],
    [{ ...fine, overtakenAgoMs: HOUR + 1 }, 'fine', 'good'],
    [{ ...fine, isSerial: true, overtakenAgoMs: 0 }, 'serial', 'look'],
    [{ ...fine, isRefused: true, isSerial: true }, 'signature', 'bad'],
  ])('the order of requests with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkKeys(facts), readyStateOf('keys', checkKeys(facts))]).toEqual([reason, state]),
  )
})

describe('the clock on the System check', () => {
  const fine: ClockFacts = { isAhead: false, movedMs: 3, serviceOffsetMs: -900 }
  it.each<[ClockFacts, string, string]>([
    [fine, 'fine', 'good'],
    [{ ...fine, isAhead: true }, 'ahead', 'look'],
    [{ ...fine, serviceOffsetMs: MINUTE + 1 }, 'off', 'look'],
    [{ ...fine, serviceOffsetMs: -MINUTE - 1 }, 'off', 'look'],
    [{ ...fine, movedMs: -MINUTE - 1 }, 'moved', 'look'],
    [{ isAhead: false, movedMs: 0 }, 'unknown', 'unknown'],
    [{ isAhead: false, movedMs: 2 * MINUTE }, 'moved', 'look'],
  ])('the clock with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkClock(facts), readyStateOf('clock', checkClock(facts))]).toEqual([reason, state]),
  )
})

describe('disk, database and packages on the System check', () => {
  it.each([
    [{ isFull: false, freeBytes: 1_000_000_000 }, 'fine', 'good'],
    [{ isFull: false, freeBytes: 999_999_999 }, 'low', 'look'],
    [{ isFull: true, freeBytes: 150_000_000 }, 'full', 'bad'],
    [{ isFull: true }, 'unreadable', 'bad'],
  ])('the disk with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkDisk(facts), readyStateOf('disk', checkDisk(facts))]).toEqual([reason, state]),
  )

  it.each<[JournalFacts, string, string]>([
    [{ isLogIntact: true, hasUnreadable: false }, 'fine', 'good'],
    [{ hasUnreadable: false }, 'checking', 'unknown'],
    [{ hasUnreadable: true }, 'unreadable', 'look'],
    [{ isLogIntact: true, hasUnreadable: true }, 'unreadable', 'look'],
    [{ isLogIntact: false, hasUnreadable: true }, 'damaged', 'bad'],
  ])('the database with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkJournal(facts), readyStateOf('journal', checkJournal(facts))]).toEqual([reason, state]),
  )

  const made: BackupFacts = { isKnown: true, ageMs: 36 * HOUR, hasFailed: false }
  it.each<[BackupFacts, string, string]>([
    [made, 'fine', 'good'],
    [{ ...made, ageMs: 36 * HOUR + 1 }, 'old', 'look'],
    [{ ...made, ageMs: undefined }, 'none', 'look'],
    [{ ...made, hasFailed: true }, 'failed', 'look'],
    [{ isKnown: false, hasFailed: false }, 'checking', 'unknown'],
  ])('the backup with %j is %s, which is %s', (facts, reason, state) =>
    expect([checkBackup(facts), readyStateOf('backup', checkBackup(facts))]).toEqual([reason, state]),
  )

  it.each<[PackageFacts, string, string]>([
    [{ advisories: [], listAgeMs: 90 * DAY }, 'fine', 'good'],
    [{ advisories: [], listAgeMs: 90 * DAY + 1 }, 'old-list', 'look'],
    [{ advisories: ['left-pad 1.0.0: GHSA-x'], listAgeMs: 100 * DAY }, 'advisories', 'look'],
    [{}, 'unknown', 'unknown'],
    // A list with an unreadable date proves nothing.
    [{ advisories: [], listAgeMs: Number.NaN }, 'unknown', 'unknown'],
  ])('packages with %j are %s, which is %s', (facts, reason, state) =>
    expect([checkPackages(facts), readyStateOf('packages', checkPackages(facts))]).toEqual([reason, state]),
  )
})

it('the System check is as bad as its worst part', () => {
  expect(worstOf([])).toBe('good')
  expect(worstOf(['good', 'unknown', 'good'])).toBe('unknown')
  expect(worstOf(['good', 'unknown', 'look'])).toBe('look')
  expect(worstOf(['look', 'bad', 'unknown'])).toBe('bad')
})

it('every part of the System check has exactly one good state', () => {
  for (const reasons of Object.values(READY_REASONS)) {
    expect(reasons.fine).toBe('good')
    expect(Object.values(reasons).filter((state) => state === 'good')).toHaveLength(1)
  }
})
