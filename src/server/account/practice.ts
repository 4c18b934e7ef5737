import { join } from 'node:path'

import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'

import { PRACTICE_HEADER } from '#api/headers.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { Terminal } from '#domain/person.ts'
import { RequestRefused, problemOf } from '../lib/failures.ts'
import { bindAccount } from '../database/account-store.ts'
import { openDatabase } from '../database/database.ts'
import { groupCommit } from '../database/drivers/group-commit.ts'
import { hasOpenWork } from '../sales/engine/open-work.ts'
import { createRetention, type Retention } from '../database/maintenance/retention.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { makeFolder } from '../lib/make-folder.ts'
import type { ShopContext } from '../shop-context.ts'
import { requesterOf, terminalOf } from '../staff/access.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { Token } from '../config/token.ts'
import { openSellingStack, type Account, type SellingStack, type StackFor } from './services.ts'

/** The sandbox of a practice shop, which the caller of `startToptill` opens. */
export type Sandbox = { baseUrl: string; posId: string; token: string; controlUrl?: string; close: () => Promise<void> }
export type OpenSandbox = (options: { dataFolder: string }) => Promise<Sandbox>

/** Which tills are in practice, as the journal has it. Every commit that opens or approves a sale asks it, inside the commit. */
export type TillModes = ReturnType<typeof createTillModes>

export function createTillModes(practicing: Iterable<string>) {
  const inPractice = new Set(practicing)
  const switching = new Set<string>()
  return {
    isAnyInPractice: () => inPractice.size > 0,
    /** For one stack: throws `RequestRefused` for a till that does not sell there, or is being switched. */
    refuseTill: (isPractice: boolean) => (terminalId: string) => {
      if (switching.has(terminalId) || inPractice.has(terminalId) !== isPractice) throw modeChanged()
    },
    /** Runs a switch of a till. No sale of it is opened or approved in either stack meanwhile. */
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

/** What practice has of the shop: nothing of its money, least of all its journal. */
type Deps = Pick<ShopContext, 'clock' | 'random' | 'timers' | 'log' | 'calendar' | 'disk'> & {
  /** Practice has a folder of its own in the data folder of the shop. */
  config: Account['config'] & { dataFolder: string }
  /** Absent where there is no sandbox to practice on. */
  openSandbox: OpenSandbox | undefined
  staff: Pick<StaffServices, 'forSales' | 'settings' | 'terminals'>
  modes: TillModes
}

/** Practice inside a shop that has a real account: a second stack on the sandbox, with a journal and a ledger of its own. */
export type Practice = {
  /** Opens the stack, unless it is open. Throws `RequestRefused` 503. */
  open: () => Promise<unknown>
  /** The stack, as long as it is open. Throws `RequestRefused` 503. */
  requireStack: () => SellingStack
  /** Switches a till to practice or back. Throws `RequestRefused` while something of it is open in what it leaves, and what `assertStillValid` throws. */
  switchTill: (
    terminal: Terminal,
    isPractice: boolean,
    actor: Actor,
    assertStillValid: (trx: Transaction<JournalTables>) => Promise<void>,
  ) => Promise<Terminal>
  /** Whether nothing is on its way there. `stop` would wait for it. */
  isIdle: () => boolean
  /** Masks customers' numbers that are older than the shop now keeps them. */
  maskSoon: () => void
  /** Starts nothing new. Resolves when everything under way has been journaled. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

type Opened = { stack: SellingStack; db: Kysely<JournalTables>; retention: Retention; close: () => Promise<void> }

export function createPractice(deps: Deps): Practice {
  const { staff, modes, log } = deps
  const folder = join(deps.config.dataFolder, 'practice')
  let current: Opened | undefined
  let opening: Promise<Opened> | undefined

  /** A fault closes practice and nothing else: it has no money in it. The next switch to practice opens it again. */
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
        if (!isPractice && current && (await hasOpenWork(current.db, id))) throw stillOpen()
        return staff.terminals.setPractice(id, isPractice, actor, async (trx) => {
          await assertStillValid(trx)
          if (isPractice && (await hasOpenWork(trx, id))) throw stillOpen()
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

/** Opens the stack of practice on a sandbox. \`onFault\` is called once, if something is wrong with it before it is closed. */
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
    const db = await openDatabase(join(folder, 'toptill.db'), fault)
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

/** What practices on a sandbox. It has nothing of the shop but its people, its days and its disk. */
function practiceStack(
  deps: Deps,
  { account, db, commit }: Pick<Account, 'account'> & Pick<ShopContext, 'db' | 'commit'>,
  fault: (error: unknown) => void,
): SellingStack {
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
    // The audit log is about the shop. What is tried out in practice is no part of it.
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
    staff: { ...staff.forSales, audit: async () => {} },
    // They are at an address that only this machine knows, and not among those a page may load from.
    pictures: () => ({ origin: account.baseUrl, hasNone: true }),
    refuseTill: deps.modes.refuseTill(true),
    marks: () => ({ isPractice: true }),
    announce: () => {},
  })
}

/**
 * Chooses what serves a request: it is the one place that does. The till's mode is the server's; a page that shows the other one was open while
 * the till was switched, and is rejected before it can take practice for money or money for practice.
 */
export const chooseStack =
  (selling: SellingStack, practice: Pick<Practice, 'requireStack'> | undefined): StackFor =>
  (request) => {
    const { display } = requesterOf(request)
    const isPractice = (display?.till ?? terminalOf(request)).isPractice === true
    // A display is no page of its till: it shows whatever that is in.
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
