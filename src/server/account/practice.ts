import { join } from 'node:path'

import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'

import { PRACTICE_HEADER } from '#api/headers.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { Terminal } from '#domain/person.ts'
import { RequestRefused, problemOf } from '../lib/failures.ts'
import { bindAccount } from '../database/account-store.ts'
import { openDatabase } from '../database/database.ts'
import { withoutBackup } from '../database/maintenance/backup-before-migration.ts'
import { groupCommit } from '../database/drivers/group-commit.ts'
import { hasOpenWork } from '../sales/engine/open-work.ts'
import { createRetention, type Retention } from '../database/maintenance/retention.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { makeFolder } from '../lib/make-folder.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { requesterOf, terminalOf } from '../staff/access.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { Token } from '../config/token.ts'
import { openSellingStack, type Account, type AccountServices, type StackFor } from './services.ts'

/** Opened by the caller of `startToptill`. */
export type Sandbox = { baseUrl: string; posId: string; token: string; controlUrl?: string; close: () => Promise<void> }
export type OpenSandbox = (options: { dataFolder: string }) => Promise<Sandbox>

/** Checked inside every commit that opens or approves a sale. */
export type TerminalModes = ReturnType<typeof createTillModes>

export function createTillModes(practicing: Iterable<string>) {
  const inPractice = new Set(practicing)
  const switching = new Set<string>()
  return {
    isAnyInPractice: () => inPractice.size > 0,
    /** Throws `RequestRefused` for a till that is not in this mode or is being switched. */
    refuseTerminal: (isPractice: boolean) => (terminalId: string) => {
      if (switching.has(terminalId) || inPractice.has(terminalId) !== isPractice) throw modeChanged()
    },
    /** While `run` is running, none of the till's sales can be opened or approved in either stack. */
    change: async <T>(terminalId: string, isPractice: boolean, run: () => Promise<T>): Promise<T> => {
      if (switching.has(terminalId)) throw modeChanged()
      switching.add(terminalId)
      try {
        const result = await run()
        if (isPractice) inPractice.add(terminalId)
        else inPractice.delete(terminalId)
        return result
      } finally {
        switching.delete(terminalId)
      }
    },
  }
}

const modeChanged = () =>
  new RequestRefused(
    409,
    'page-outdated',
    'This till was switched between practice and real selling. Reload the page; nothing was sent.',
  )

/** Practice gets neither the shop's journal nor anything about its money. */
type Deps = Pick<ShopContext, 'clock' | 'random' | 'timers' | 'log' | 'calendar' | 'disk'> &
  Pick<Account, 'polling'> & {
    /** Practice has a separate folder in the shop's data folder. */
    config: Account['config'] & { dataFolder: string }
    openSandbox: OpenSandbox | undefined
    staff: Pick<StaffServices, 'forSales' | 'settings' | 'terminals'>
    modes: TerminalModes
  }

/** A second stack that uses the sandbox alongside a real account, with a separate journal and ledger. */
export type Practice = {
  /** Throws `RequestRefused` 503. */
  open: () => Promise<unknown>
  /** Throws `RequestRefused` 503. */
  requireStack: () => AccountServices
  /** Throws `RequestRefused` while the till has something open in the stack it leaves. Rethrows what `assertStillValid` throws. */
  switchTill: (
    terminal: Terminal,
    isPractice: boolean,
    actor: Actor,
    assertStillValid: (trx: Transaction<JournalTables>) => Promise<void>,
  ) => Promise<Terminal>
  isIdle: () => boolean
  maskSoon: () => void
  stop: () => Promise<void>
  close: () => Promise<void>
}

type Opened = { stack: AccountServices; db: Kysely<JournalTables>; retention: Retention; close: () => Promise<void> }

export function createPractice(deps: Deps): Practice {
  const { staff, modes, log, clock } = deps
  const folder = join(deps.config.dataFolder, 'practice')
  let current: Opened | undefined
  let opening: Promise<Opened> | undefined

  /** A fault closes only practice, where no money is at stake. The next switch opens it again. */
  function closeAfterFault(opened: { close: () => Promise<void> }, error: unknown): void {
    if (current?.close === opened.close) current = undefined
    log.error({ what: 'practice was closed', problem: problemOf(error) })
    void opened.close()
  }

  async function open(): Promise<Opened> {
    if (current) return current
    opening ??= openOnSandbox(deps, folder, (opened) => (current = opened), closeAfterFault).finally(() => {
      opening = undefined
    })
    try {
      return await opening
    } catch (error) {
      log.error({ what: 'practice cannot be opened', problem: problemOf(error) })
      throw practiceClosed()
    }
  }

  return {
    open,

    requireStack: () => {
      if (current) return current.stack
      if (opening) throw new RequestRefused(503, 'not-ready', 'Practice is starting. Try again in a moment.')
      throw practiceClosed()
    },

    switchTill: async ({ id }, isPractice, actor, assertStillValid) => {
      if (isPractice) await open()
      return modes.change(id, isPractice, async () => {
        if (!isPractice && current && (await hasOpenWork(current.db, id, clock.now()))) throw stillOpen()
        return staff.terminals.setPractice(id, isPractice, actor, async (trx) => {
          await assertStillValid(trx)
          if (isPractice && (await hasOpenWork(trx, id, clock.now()))) throw stillOpen()
        })
      })
    },

    isIdle: () => current?.stack.isIdle() ?? true,

    maskSoon: () => current?.retention.runSoon(),

    stop: async () => void (await current?.stack.stop()),

    close: async () => {
      await opening?.catch(() => {})
      await current?.close()
      current = undefined
    },
  }
}

/** `onFault` is called at most once, for a fault before practice is closed. */
async function openOnSandbox(
  deps: Deps,
  folder: string,
  onOpened: (opened: Opened) => Opened,
  onFault: (opened: Pick<Opened, 'close'>, error: unknown) => void,
): Promise<Opened> {
  const { openSandbox, clock, timers, staff, log } = deps
  if (!openSandbox) throw new Error('no sandbox is here')
  const closes: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const opened = { close: () => (closing ??= closeInTurn(closes.toReversed(), log)) }
  const fault = (error: unknown) => void (closing === undefined && onFault(opened, error))
  try {
    makeFolder(folder)
    const db = await openDatabase(join(folder, 'toptill.db'), fault, { backUp: withoutBackup })
    closes.push(() => db.destroy())
    const sandbox = await openSandbox({ dataFolder: folder })
    closes.push(sandbox.close)
    const { posId } = await bindAccount(db, { baseUrl: 'sandbox', posId: sandbox.posId }, clock.now())
    if (posId !== sandbox.posId) throw new Error(`its database belongs to POS ${posId}`)
    const commit = groupCommit(db)
    const account = { baseUrl: sandbox.baseUrl, posId, token: new Token(sandbox.token) }
    const stack = practiceStack(deps, { account, db, commit }, fault)
    const retention = createRetention({
      db,
      commit,
      clock,
      timers,
      log,
      months: () => staff.settings.current().retentionMonths,
    })
    closes.push(retention.stop, stack.stop)
    await stack.sales.recover()
    retention.start()
    await stack.orders.start()
    if (closing) throw new Error('a fault closed it while it was being opened')
    return onOpened({ stack, db, retention, close: opened.close })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Shares only people, calendar and disk with the shop. */
function practiceStack(
  deps: Deps,
  { account, db, commit }: Pick<Account, 'account'> & Pick<ShopContext, 'db' | 'commit'>,
  fault: (error: unknown) => void,
): AccountServices {
  const { clock, random, timers, calendar, disk, staff, log } = deps
  const context: ShopContext = {
    clock,
    random,
    timers,
    calendar,
    disk,
    db,
    reader: db,
    commit,
    log: {
      info: (line) => log.info({ ...line, practice: true }),
      error: (line) => log.error({ ...line, practice: true }),
    },
    // The audit log is about the shop, so practice writes none.
    audit: { append: async () => {}, appendIn: async () => () => {} },
    settings: () => DEFAULT_SETTINGS,
    maySend: () => true,
    exit: (error) => {
      fault(error)
      throw practiceClosed()
    },
  }
  return openSellingStack(context, {
    account,
    config: { ...deps.config, keyFloor: 0n },
    polling: deps.polling,
    staff: { ...staff.forSales, audit: async () => {} },
    // Sandbox pictures have URLs that only this machine knows, so the page's policy doesn't allow them.
    pictures: () => ({ origin: account.baseUrl, hasNone: true }),
    refuseTerminal: deps.modes.refuseTerminal(true),
    marks: () => ({ isPractice: true }),
    announce: () => {},
  })
}

/**
 * The only place that chooses a stack. A page that was open while its till was switched is rejected, so practice is not mistaken for real money or the reverse.
 */
export const servicesFor =
  (selling: AccountServices, practice: Pick<Practice, 'requireStack'> | undefined): StackFor =>
  (request) => {
    const { display } = requesterOf(request)
    const isPractice = (display?.till ?? terminalOf(request)).isPractice === true
    // A display shows whatever mode its till is in.
    if (!display && showsPractice(request) !== isPractice) throw modeChanged()
    if (!isPractice) return selling
    if (!practice) throw practiceClosed()
    return practice.requireStack()
  }

const showsPractice = ({ headers }: FastifyRequest): boolean => headers[PRACTICE_HEADER] === '1'

const practiceClosed = () =>
  new RequestRefused(503, 'in-practice', 'Practice cannot be used now. A supervisor can switch this till back.')

const stillOpen = () =>
  new RequestRefused(409, 'wrong-state', 'A sale of this till is still open. Finish it, then switch.', {
    moneyMoved: 'unknown',
  })

async function closeInTurn(closes: readonly (() => unknown)[], log: ShopContext['log']): Promise<void> {
  for (const close of closes) {
    try {
      await close()
    } catch (error) {
      log.error({ what: 'practice did not close', problem: problemOf(error) })
    }
  }
}
