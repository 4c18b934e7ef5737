import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { commandFailed, listenForCommands } from '../cli/command-socket.ts'
import type { CommandResult, RunCommand } from '../cli/command.ts'
import { whereOf, type StartedShop } from '../cli/read-shops.ts'
import { hasTls, statusOriginOf, type Config, type Installation } from '../config/config.ts'
import { createFront } from './router.ts'
import { createForwarder } from './forward.ts'
import { createSecurityHeaders } from '../http/security-headers.ts'
import { JournalUnusable } from '../database/drivers/journal-unusable.ts'
import type { Migrated } from '../database/migrate.ts'
import { findOwnAddress } from './own-address.ts'
import { openProcessList } from './process-list.ts'
import { createMissingSchemas } from '../database/schema/schemas.ts'
import { closeServer, listen } from '../http/listen.ts'
import type { Log } from '../lib/log.ts'
import type { Shop } from '../shop.ts'
import { systemTimers, type Ports } from '../lib/ports.ts'
import type { ProcessMetrics } from '../lib/metrics.ts'
import { serveBrowser } from '../http/browser-files.ts'
import { addProcessRoutes } from '../http/process-routes.ts'
import type { OpenShop } from './led-shop.ts'
import { createSharedShop, type SharedShop } from './replica.ts'
import { createSemaphore, type Semaphore, waitAtMost } from '../lib/concurrency.ts'
import { createSpread, type SpreadTimes } from './rebalance.ts'
import { createCookies } from '../staff/cookies.ts'
import { pictureSources, type PictureSource } from '../wholesaler/picture.ts'

/** How long a stopping process waits for forwarded requests (ms): longer than leaders take to answer or stop. */
const PASSED_ON_MS = 65_000
/** More in parallel would make the first shop wait for the last. */
const OPENED_AT_ONCE = 4

type Deps = {
  installation: Installation
  /** `exit` names the shop. */
  portsOf: (shopId: string | undefined) => Ports
  metrics: Pick<ProcessMetrics, 'readAll'>
  logOf: (shopId: string | undefined) => Log
  browserFolder: string
  build: string
  openShop: OpenShop
  spreadTimes: SpreadTimes
  greet: (url: string, shops: readonly StartedShop[]) => Promise<void>
  onMigrated: (shopId: string | undefined, migrated: Migrated) => void
}

/**
 * The process that gets a shop's lease leads it; the others forward requests until they get the lease. A process that loses a lease exits (`ports.exit`) and is
 * a standby after its restart.
 */
export async function startReplica(deps: Deps): Promise<{ url: string; close: () => Promise<void> }> {
  const { installation, portsOf, logOf, openShop } = deps
  const { settings } = installation
  const slots = createSemaphore(OPENED_AT_ONCE)
  const forwarder = createForwarder(settings.tls)
  const run: RunCommand = async (command, shopId) =>
    shops.find(({ id }) => id === shopId)?.run(command) ?? noSuchShop(shopId)
  const open: OpenShop = (options) => openShop({ ...options, runAt: (shopId, command) => run(command, shopId) })
  let url = ''
  let hasGreeted = false
  let isStopping = false
  let spread: ReturnType<typeof createSpread> | undefined

  const [first, ...others] = installation.shops.map((config): SharedShop => {
    const onLead = async (shop: Shop) => {
      if (hasGreeted) await deps.greet(url, [{ config, shop }])
    }
    const headers = headersOf(config, deps.browserFolder)
    const [ports, log] = [portsOf(config.shop?.id), logOf(config.shop?.id)]
    const waitMs = () => spread?.waitMs() ?? 0
    return createSharedShop({ ...deps, config, ports, log, headers, forwarder, openShop: open, slots, waitMs, onLead })
  })
  if (!first) throw new Error('an installation without shops')
  const shops = [first, ...others] as const
  await prepareAll(installation, shops, slots)

  const cookies = createCookies({ hasTls: hasTls(settings) })
  const front = createFront({
    tls: settings.tls,
    trustProxy: settings.trustProxy,
    shops,
    forwarder,
    findShopOfCookie: cookies.findShop,
    isOfTill: cookies.hasTerminal,
    hasStatusPages: statusOriginOf(settings) !== undefined,
    isStopping: () => isStopping,
  })
  addProcessRoutes(front, { settings, shops, build: deps.build, metrics: deps.metrics, isStopping: () => isStopping })
  // While no process leads, a reloaded till still gets its page, which says so.
  await serveBrowser(front, deps.browserFolder)
  url = await listen(front, settings)
  const { port } = front.server.address() as AddressInfo
  const ownAddress = await findOwnAddress({ ...settings, port })
  const started = () => shops.map(({ config, current, problem }) => ({ config, shop: current(), problem: problem() }))
  const where = (withLink: boolean) => whereOf(hasGreeted ? url : undefined, started(), withLink)
  const commands = await listenForCommands(settings.dataFolder, run, commandFailed(logOf(undefined)), where)

  /** Releases each shop once nothing in it is in progress. Until the last is released, requests for the others are forwarded. */
  async function close(): Promise<void> {
    isStopping = true
    await Promise.all([spread?.close(), ...shops.map((shop) => shop.stop())])
    await commands.close()
    await closeServer(front, waitAtMost(systemTimers, PASSED_ON_MS, forwarder.rest()))
    await forwarder.close()
    await Promise.all(shops.map((shop) => shop.close()))
  }

  if (first.id !== undefined) spread = openSpread(deps, shops, ownAddress)
  try {
    await spread?.begin()
    const begun = shops.map((shop) => ({ shop, leading: shop.begin(ownAddress) }))
    await Promise.all(begun.map(({ shop, leading }) => Promise.race([leading, shop.standby])))
    hasGreeted = true
    await deps.greet(url, started())
    // If it fails, a standby can only exit.
    for (const { shop, leading } of begun) leading.catch(portsOf(shop.id).exit)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openSpread(
  { installation, portsOf, logOf, spreadTimes }: Deps,
  shops: readonly SharedShop[],
  address: string,
) {
  const name = `${hostname()} ${process.pid} ${address}`
  return createSpread({
    name,
    list: openProcessList(installation.settings.database, name),
    shops,
    clock: portsOf(undefined).clock,
    timers: systemTimers,
    log: logOf(undefined),
    times: spreadTimes,
  })
}

/** Throws if no journal can be used. If only some cannot, they are tried again. */
async function prepareAll(installation: Installation, shops: readonly SharedShop[], { run }: Semaphore): Promise<void> {
  await createMissingSchemas(installation)
  const results = await Promise.allSettled(shops.map((shop) => run(shop.prepare)))
  const problems = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  const [problem, ...others] = problems
  if (!problem || problems.length < shops.length) return
  if (others.length === 0) throw problem
  throw new JournalUnusable([...new Set(problems.map(({ message }) => message))].join('\n'), { cause: problem })
}

/** Headers sent by a process that does not lead the shop. */
function headersOf(config: Config, browserFolder: string): () => Record<string, string> {
  const { account } = config
  const page = readFileSync(join(browserFolder, 'index.html'), 'utf8')
  const pictures: () => PictureSource = account
    ? pictureSources(new URL(account.baseUrl), () => [])
    : () => ({ origin: '', hasNone: true })
  return createSecurityHeaders(page, pictures, hasTls(config))
}

/** A command line and a process that read the file at different times may know different shops. */
const noSuchShop = (shopId: string | undefined): CommandResult => ({
  ok: false,
  text: `The running Toptill knows no shop ${shopId ?? 'without an id'}: it was started with another SHOPS_FILE. Restart it.`,
})
