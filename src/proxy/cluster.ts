import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { commandFailed, listenForCommands } from './commands/command-socket.ts'
import type { Command, CommandResult } from './commands/command.ts'
import { isLoopback } from './config-schema.ts'
import type { Config } from './config.ts'
import { createFront, trustFront } from './http/front.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { findAccount } from './journal/account-store.ts'
import { openJournal } from './journal/database.ts'
import { openLease, type Leader } from './journal/leases.ts'
import { noticeForgottenKeys } from './journal/seen-keys.ts'
import { closeServer, listen } from './listen.ts'
import type { Log } from './log.ts'
import type { Shop, ShopOptions } from './open-shop.ts'
import { systemTimers, type Ports } from './ports.ts'
import { serveBrowser } from './routes/browser-files.ts'
import { createLeadership, LEASE_MS, type Leadership } from './selling/leadership.ts'
import { accountName, refuseOtherAccount } from './selling/open-account.ts'
import { bindPepper } from './staff/pins.ts'
import { waitAtMost } from './wholesaler/promises.ts'
import { pictureSources, type PictureSource } from './wholesaler/picture.ts'

/** How long a process that stands by and is stopped waits for what it passed on (ms): as long as a confirm may take. */
const PASSED_ON_MS = 65_000

type Deps = {
  config: Config
  ports: Ports
  log: Log
  browserFolder: string
  openShop: (changes: Pick<ShopOptions, 'db' | 'maySend' | 'trustProxy' | 'onJournalClosed'>) => Promise<Shop>
  /** Tells the administrator that tills may come; without a shop, that this process stands by. */
  greet: (url: string, shop: Shop | undefined) => Promise<void>
}

/**
 * Starts one of several processes that share a journal in PostgreSQL (DESIGN 8). The one that gets the lease opens the shop and leads; the others pass
 * requests on to it until they get the lease. Whoever loses it ends (`ports.exit`), and stands by when it is started again.
 */
export async function startBesideOthers(deps: Deps): Promise<{ url: string; close: () => Promise<void> }> {
  const { config, ports, log } = deps
  const pepper = await prepareJournal(config)
  let leader: Leader | undefined
  let ownAddress = ''
  let held: Leadership | undefined
  let shop: Shop | undefined
  let leading: Promise<void> | undefined
  let hasGreeted = false

  const front = createFront({
    tls: config.tls,
    trustProxy: config.trustProxy,
    headers: headersOf(config, deps.browserFolder),
    pepper,
    leaderAddress: () => findReachable(leader, ownAddress),
  })
  // While nobody leads, a till that is reloaded still gets its page, which says so.
  await serveBrowser(front.app, deps.browserFolder)
  const url = await listen(front.app, config)
  const { port } = front.app.server.address() as AddressInfo
  ownAddress = config.ownAddress ?? addressOf(config, port)
  const self = { holder: `${hostname()} ${process.pid}`, address: ownAddress }
  const onUnsafe = () => ports.exit(new Error('the database no longer writes commits to the disk (fsync is off)'))
  const lease = openLease(config.database, self, LEASE_MS, onUnsafe)
  const run = (command: Command): Promise<CommandResult> =>
    shop ? shop.run(command) : Promise.resolve({ ok: false, text: whoLeads(leader) })
  const commands = await listenForCommands(config.dataFolder, run, commandFailed(log))

  let tellStandby = (): void => {}
  const standsBy = new Promise<void>((resolve) => (tellStandby = resolve))
  const leadership = createLeadership({
    store: {
      ...lease,
      take: async () => {
        try {
          const epoch = await lease.take()
          leader = epoch === undefined ? await lease.findLeader() : undefined
          if (epoch === undefined) tellStandby()
          return epoch
        } catch (error) {
          log.error({ what: 'the lease cannot be asked for', problem: (error as Error).message })
          tellStandby()
          throw error
        }
      },
    },
    clock: ports.clock,
    timers: systemTimers,
    onLost: (problem) => ports.exit(new Error(problem)),
  })

  async function lead(): Promise<void> {
    held = await leadership.lead()
    if (!held) return
    const { db, hold } = await openJournal(config.database, ports.exit)
    await hold?.(held.epoch)
    shop = await deps.openShop({
      db,
      maySend: held.maySend,
      trustProxy: trustFront(config.trustProxy),
      onJournalClosed: held.release,
    })
    front.serve(shop.app)
    shop.begin()
    if (hasGreeted) await deps.greet(url, shop)
  }

  /** Whoever leads finishes what is under way and gives the lease up, so that the next begins at once. */
  async function close(): Promise<void> {
    leadership.stop()
    await leading?.catch(() => {})
    await shop?.stop()
    await commands.close()
    await waitAtMost(systemTimers, PASSED_ON_MS, front.rest())
    await closeServer(front.app)
    await shop?.app.close()
    try {
      await shop?.close()
    } finally {
      // Nothing happens where the shop has done so already.
      await held?.release()
      await lease.close()
    }
  }

  try {
    leading = lead()
    await Promise.race([leading, standsBy])
    hasGreeted = true
    await deps.greet(url, shop)
    // Whoever stands by has said so already, and can only end.
    leading.catch(ports.exit)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Brings the journal to this version, and looks whether it is of this account and of these secrets, before this process waits for its turn. */
async function prepareJournal(config: Config): Promise<Buffer> {
  const { db } = await openJournal(config.database)
  try {
    const bound = await findAccount(db)
    if (bound && config.account) refuseOtherAccount(config, bound, accountName(config, config.account))
    const pepper = await bindPepper(db, config.dataFolder)
    await noticeForgottenKeys(db, config.dataFolder, config.database)
    return pepper
  } finally {
    await db.destroy()
  }
}

/** Where the leader is reached: not here, and not on this machine if it is on another. */
function findReachable(leader: Leader | undefined, ownAddress: string): string | undefined {
  if (!leader?.address || leader.address === ownAddress) return undefined
  const isElsewhere = leader.holder.split(' ')[0] !== hostname()
  return isElsewhere && isLoopback(new URL(leader.address).hostname) ? undefined : leader.address
}

/** Where others reach this process, if the settings do not say so. */
function addressOf({ host, tls }: Config, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? hostname() : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${port}`
}

/** Of the answers that a process gives which does not lead. */
function headersOf(
  { tls, publicOrigin, account, pictureHosts }: Config,
  browserFolder: string,
): () => Record<string, string> {
  const page = readFileSync(join(browserFolder, 'index.html'), 'utf8')
  const hasTls = tls !== undefined || publicOrigin?.startsWith('https:') === true
  const pictures: () => PictureSource = account
    ? pictureSources(new URL(account.baseUrl), () => pictureHosts)
    : () => ({ origin: '', hasNone: true })
  return createSecurityHeaders(page, pictures, hasTls)
}

const whoLeads = (leader: Leader | undefined): string =>
  leader
    ? `This Toptill stands by. The one at ${leader.address || leader.holder} leads; run the command there.`
    : 'This Toptill stands by, and none leads at the moment. Try again in a few seconds.'
