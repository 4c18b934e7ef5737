import { setTimeout as sleep } from 'node:timers/promises'

import type { ReadyBoard } from '#api/ready.ts'
import {
  checkBackup,
  checkClock,
  checkDisk,
  checkJournal,
  checkKeys,
  checkPackages,
  checkService,
  isNoConnection,
  checkWallet,
  readyStateOf,
  type ReadyPart,
  type ReadyReason,
} from '#domain/readiness.ts'
import type { Clock } from '../lib/clock.ts'
import { VERSION } from '../lib/version.ts'
import { BackupFailed } from '../database/maintenance/backup.ts'
import type { DailyBackups } from '../database/maintenance/daily-backups.ts'
import { NEEDED_BYTES, type DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { Sales } from '../sales/sales.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import type { AuditLog, AuditVerdict } from '../audit/audit-log.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { inTenths, type Wallet } from '../wallet/wallet.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { route, type Route } from '../http/route.ts'

/** The packages of a build, and their known advisories when it was made (`tools/vite.server.config.ts`). */
export type BuildPackages = { count: number; digest: string; listMade: string; advisories: string[] }
declare const PACKAGES_OF_BUILD: BuildPackages | undefined

type Deps = {
  wholesaler: Pick<Wholesaler, 'health' | 'isFenced' | 'keyFacts' | 'metrics'>
  wallet: Pick<Wallet, 'findLow' | 'forecast' | 'now' | 'takeReading'>
  sales: Pick<Sales, 'unreadableRecords'>
  disk: Pick<DiskGuard, 'isFull' | 'freeBytes'>
  dailyBackups: DailyBackups | undefined
  staff: {
    audit: Pick<AuditLog, 'append' | 'verify'>
    settings: Pick<StaffServices['settings'], 'current'>
  }
  clock: Clock
  build: string
  packages?: BuildPackages | undefined
}

/** The shortest time between two requests to the wholesaler or two reads of the log, for all tills together (ms). */
const ASK_EVERY_MS = 10_000
const VERIFY_EVERY_MS = 60_000
/** After this time (ms), the board is sent with whatever is known. */
const WAIT_MS = 3_000
const WAIT_FOR_DISK_MS = 200

/** Cashiers see no figures, and no reasons that only a supervisor can act on. */
export function readyRoutes(deps: Deps): Route[] {
  const readBoard = createBoard(deps)
  return [
    route('GET /api/ready', {
      access: access.counter,
      handle: async ({ request }) => {
        const board = await readBoard()
        if (personOf(request).role === 'supervisor') return board
        return boardForCashiers(board, deps.staff.settings.current().wallet.notifyCashiers)
      },
    }),
    route('POST /api/ready/backup', {
      access: access.supervisor,
      handle: async ({ request }) => {
        try {
          await deps.dailyBackups?.make()
          await deps.staff.audit.append({ kind: 'exported', ...actorOf(request), detail: { what: 'backup' } })
        } catch (error) {
          // The board shows the reason.
          if (!(error instanceof BackupFailed)) throw error
        }
        return readBoard()
      },
    }),
  ]
}

export function createBoard({ packages = findBuildPackages(), ...deps }: Deps): () => Promise<ReadyBoard> {
  const { clock, build } = deps
  const askService = createAsking(deps)
  const findIntegrity = createIntegrity(deps)
  return async () => {
    const [integrity, backup] = await Promise.all([findIntegrity(), readBackup(deps), askService()])
    return {
      service: readService(deps),
      wallet: await readWallet(deps),
      keys: readKeys(deps),
      clock: readClock(deps),
      disk: readDisk(deps),
      journal: await readJournal(deps, integrity),
      ...(backup && { backup }),
      packages: readPackages(packages, clock.now()),
      version: VERSION,
      build,
      serverTime: clock.now(),
    }
  }
}

const findBuildPackages = (): BuildPackages | undefined =>
  typeof PACKAGES_OF_BUILD === 'undefined' ? undefined : PACKAGES_OF_BUILD

const verdict = <P extends ReadyPart>(part: P, reason: ReadyReason<P>) => ({
  state: readyStateOf(part, reason),
  reason,
})

/** Waits at most `WAIT_MS`; a recent reading is not repeated. */
function createAsking({ wallet, clock }: Deps) {
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined

  return async (): Promise<void> => {
    const age = clock.now() - Math.max(askedAt, wallet.now().reading?.at ?? Number.NEGATIVE_INFINITY)
    if (!asking && (age < 0 || age >= ASK_EVERY_MS)) {
      askedAt = clock.now()
      asking = wallet.takeReading('page').finally(() => {
        asking = undefined
      })
    }
    if (asking) await Promise.race([asking, sleep(WAIT_MS, undefined, { ref: false })])
  }
}

/** Verifies new audit entries. If a long log takes longer, a later board shows the result. */
function createIntegrity({ staff, clock }: Deps) {
  let verifiedAt = Number.NEGATIVE_INFINITY
  let verifying: Promise<void> | undefined
  let known: AuditVerdict | undefined

  async function verify(): Promise<void> {
    verifiedAt = clock.now()
    known = await staff.audit.verify({ known: true })
  }

  return async (): Promise<AuditVerdict | undefined> => {
    if (!verifying && clock.now() - verifiedAt >= VERIFY_EVERY_MS) {
      verifying = verify().finally(() => {
        verifying = undefined
      })
    }
    if (verifying) await Promise.race([verifying, sleep(WAIT_FOR_DISK_MS, undefined, { ref: false })])
    return known
  }
}

function readService({ wholesaler }: Deps): ReadyBoard['service'] {
  const { delay, ...facts } = wholesaler.health()
  const { service, since } = facts
  return {
    ...verdict('service', checkService({ ...facts, isFenced: wholesaler.isFenced(), delayMs: delay?.ms })),
    ...(delay && { delayMs: delay.ms, answeredAt: delay.at }),
    ...(service !== 'ok' && { since }),
  }
}

async function readWallet({ wholesaler, wallet, clock }: Deps): Promise<NonNullable<ReadyBoard['wallet']>> {
  const forecast = await wallet.forecast()
  const { reading } = wallet.now()
  const reason = checkWallet({
    wallet: wholesaler.health().wallet,
    ageMs: reading && clock.now() - reading.at,
    below: wallet.findLow(),
  })
  return {
    ...verdict('wallet', reason),
    ...(reading && { balance: reading.balance, readAt: reading.at }),
    ...(forecast && { runwayDays: inTenths(forecast.runway.days) }),
  }
}

function readKeys({ wholesaler, clock }: Deps): ReadyBoard['keys'] {
  const { isSerial, overtakenAt, overtakenConfirms } = wholesaler.metrics()
  const { leadMs } = wholesaler.keyFacts()
  const reason = checkKeys({
    isRefused: wholesaler.health().reason === 'signature',
    isFenced: wholesaler.isFenced(),
    isSerial,
    overtakenAgoMs: overtakenAt === undefined ? undefined : clock.now() - overtakenAt,
    leadMs,
  })
  return { ...verdict('keys', reason), ...(leadMs === undefined ? {} : { leadMs }), overtaken: overtakenConfirms }
}

function readClock({ wholesaler, clock }: Deps): ReadyBoard['clock'] {
  const { serviceOffsetMs } = wholesaler.keyFacts()
  const movedMs = Math.round(clock.wall() - clock.now())
  const reason = checkClock({ isAhead: wholesaler.health().isClockAhead, movedMs, serviceOffsetMs })
  return { ...verdict('clock', reason), movedMs, ...(serviceOffsetMs === undefined ? {} : { serviceOffsetMs }) }
}

function readDisk({ disk }: Deps): ReadyBoard['disk'] {
  const isFull = disk.isFull()
  const freeBytes = disk.freeBytes()
  return {
    ...verdict('disk', checkDisk({ isFull, freeBytes })),
    ...(freeBytes === undefined ? {} : { freeBytes }),
    neededBytes: NEEDED_BYTES,
  }
}

/** The journal is writable as long as the process lives, because a failed write ends it. */
async function readJournal({ sales }: Deps, integrity: AuditVerdict | undefined): Promise<ReadyBoard['journal']> {
  const unreadable = await sales.unreadableRecords()
  const [unreadableSales, unreadableBatches] = [unreadable.sales.length, unreadable.batches.length]
  const hasUnreadable = unreadableSales + unreadableBatches > 0
  return {
    ...verdict('journal', checkJournal({ isLogIntact: integrity?.isIntact, hasUnreadable })),
    ...(integrity && { lines: integrity.isIntact ? integrity.lines : integrity.firstBadLine - 1 }),
    ...(hasUnreadable && { unreadableSales, unreadableBatches }),
  }
}

/** The folder may be on a disk that doesn't respond. */
async function readBackup({ dailyBackups, clock }: Deps): Promise<ReadyBoard['backup']> {
  if (!dailyBackups) return undefined
  const facts = await Promise.race([
    dailyBackups.look().catch(() => undefined),
    sleep(WAIT_FOR_DISK_MS, undefined, { ref: false }),
  ])
  const reason = checkBackup({
    isKnown: facts !== undefined,
    ageMs: facts?.at === undefined ? undefined : clock.now() - facts.at,
    hasFailed: facts?.problem !== undefined,
  })
  return {
    ...verdict('backup', reason),
    ...(facts?.at === undefined ? {} : { madeAt: facts.at }),
    ...(facts?.bytes === undefined ? {} : { bytes: facts.bytes }),
    ...(facts?.isSameDisk && { isSameDisk: true }),
    ...(facts?.problem === undefined ? {} : { problem: facts.problem }),
    ...(dailyBackups.canMake && { canMake: true }),
  }
}

function readPackages(packages: BuildPackages | undefined, now: number): ReadyBoard['packages'] {
  const listAgeMs = packages && now - Date.parse(packages.listMade)
  const reason = checkPackages({ advisories: packages?.advisories, listAgeMs })
  return { ...verdict('packages', reason), ...packages }
}

/** Cashiers see states, and reasons only if they can act on them. */
function boardForCashiers(board: ReadyBoard, isWalletShown: boolean): ReadyBoard {
  const { service, wallet, keys, clock, disk, journal, backup, packages, version, build, serverTime } = board
  return {
    // Addresses and certificates are for supervisors only.
    service: {
      state: service.state,
      ...(service.reason && { reason: isNoConnection(service.reason) ? 'unreachable' : service.reason }),
    },
    ...(isWalletShown && wallet && { wallet: { state: wallet.state } }),
    keys: { state: keys.state },
    clock: { state: clock.state },
    disk: { state: disk.state },
    journal: { state: journal.state },
    ...(backup && { backup: { state: backup.state } }),
    packages: { state: packages.state },
    version,
    build,
    serverTime,
  }
}
