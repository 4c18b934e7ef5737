import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'

import { CommandError } from '../command.mjs'
import { obtainPostgres, startPostgres } from '../postgres.mjs'
import { createBrowser } from './browser.mjs'
import { STOP_WAITS_MS } from './crash-shop.mjs'
import {
  TOKEN,
  findFreePort,
  findReadiness,
  hire,
  keepRunning,
  openService,
  operatorOf,
  settingsOf,
  startedProxy,
} from './shop-parts.mjs'
import { waitFor } from './wait.mjs'

/**
 * @typedef {Awaited<ReturnType<typeof openProxyShop>>} ProxyShop
 * @typedef {Awaited<ReturnType<typeof openProxyShop>>['proxies'][number]} Proxy
 * @typedef {import('./crash-shop.mjs').Place} Place
 */

const START_WAITS_MS = 120_000

/**
 * A shop of processes in an empty folder: PostgreSQL, the sandbox as the service of a real account, and proxies that are started again whenever they
 * end. Each reaches the database over a network of its own, which can be cut.
 */
export async function openProxyShop(/** @type {string} */ folder, /** @type {number} */ count) {
  const programs = await obtainPostgres()
  if (programs === undefined) throw new CommandError('There is no PostgreSQL 15 or later here. Install it first.')
  const postgres = await startPostgres(programs)
  const { ledger, logs, url: serviceUrl, start: startService } = await openService(folder)
  const service = startService()
  const databasePort = Number(new URL(postgres.url).port)

  async function openProxy(/** @type {number} */ index) {
    const relay = await startRelay(databasePort)
    const database = new URL(postgres.url)
    database.port = String(relay.port)
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const dataFolder = join(folder, `proxy-${index + 1}`)
    mkdirSync(dataFolder, { recursive: true })
    const env = {
      ...settingsOf(serviceUrl),
      DATABASE_URL: database.href,
      DATA_FOLDER: dataFolder,
      PORT: String(port),
      OWN_ADDRESS: url,
    }
    return {
      name: `proxy ${index + 1}`,
      url,
      dataFolder,
      relay,
      operate: operatorOf(env),
      start: () => startedProxy(env, join(logs, `proxy-${index + 1}.log`)),
    }
  }
  const opened = await Promise.all(Array.from({ length: count }, (_, index) => openProxy(index)))
  const [first, ...others] = opened
  if (!first) throw new Error('a shop has at least one proxy')
  const running = [{ ...first, process: keepRunning(first.start) }]
  const proxies = running
  /** Whether a proxy sells in time, or stands by where that is enough. */
  const isReady = async (/** @type {string} */ url, mayStandBy = true) =>
    (await waitFor(START_WAITS_MS, async () => {
      const { selling, leads } = (await findReadiness(url)) ?? {}
      return selling || (mayStandBy && leads === false) || undefined
    })) === true
  const isOpen = await isReady(first.url, false)
  for (const proxy of isOpen ? others : []) {
    // All processes of a shop have the same secret, and the first one made it.
    copyFileSync(join(first.dataFolder, 'pepper'), join(proxy.dataFolder, 'pepper'))
    running.push({ ...proxy, process: keepRunning(proxy.start) })
  }
  const urls = opened.map(({ url }) => url)

  return {
    ledger,
    logs,
    token: TOKEN,
    database: postgres.url,
    /** The files of the server, with its log. */
    databaseFolder: dirname(postgres.dataFolder),
    proxies,
    /** Whether every proxy says that tills may come. */
    isReady: async () => isOpen && (await Promise.all(urls.map((url) => isReady(url)))).every(Boolean),
    /** The proxy that sells; the others pass requests on to it. */
    findLeader: async () => {
      const answers = await Promise.all(urls.map(findReadiness))
      return proxies.find((_, index) => answers[index] && answers[index].leads !== false)
    },
    browser: (/** @type {number} */ timeoutMs) => createBrowser(urls, timeoutMs),
    /** Signs a new person in on a terminal of their own. Returns them with the secrets they have. */
    hire: (
      /** @type {string} */ name,
      /** @type {'cashier' | 'supervisor'} */ role,
      /** @type {string} */ pin,
      browser = createBrowser(urls),
    ) => hire({ operate: first.operate, browser }, name, role, pin),
    killDatabase: postgres.kill,
    restartDatabase: postgres.restart,
    /** Asks all of them to end. Returns their exit codes. */
    stopProxies: () => Promise.all(proxies.map(({ process }) => process.end(STOP_WAITS_MS))),
    /** Looks through the audit log, when no proxy runs. Returns what is wrong with it. */
    verifyAuditLog: () =>
      first.operate('audit-log', 'verify').then(
        () => [],
        (/** @type {Error} */ { message }) => [message],
      ),
    close: async () => {
      await Promise.all(proxies.map(({ process }) => process.close()))
      await Promise.all(opened.map(({ relay }) => relay.close()))
      await service.kill()
      await postgres.stop()
    },
  }
}

/**
 * Kills a proxy; if there is a place, in the next group of steps that are committed together, if there is one within this time. Returns whether it
 * died there.
 * @param {Proxy} proxy
 * @param {Place | undefined} place
 * @param {number} withinMs
 */
export async function killProxy({ process }, place, withinMs) {
  if (place) process.tell(place)
  const hasDied = place ? await waitFor(withinMs, async () => process.hasEnded() || undefined) : undefined
  if (!hasDied) await process.kill()
  return hasDied === true
}

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {Awaited<ReturnType<typeof startRelay>>} Relay
 */

/** Passes TCP connections on to a port of this machine, over a network that can be cut. */
export async function startRelay(/** @type {number} */ target) {
  let isCut = false
  /** @type {Set<Socket>} */
  const sockets = new Set()
  /** What was closed during a cut. The other side does not notice before its end. @type {Set<() => void>} */
  const held = new Set()
  const notice = (/** @type {() => void} */ close) => (isCut ? void held.add(close) : close())

  function watch(/** @type {Socket} */ socket, /** @type {Socket} */ other) {
    sockets.add(socket)
    socket.on('data', (chunk) => other.write(chunk))
    socket.on('end', () => notice(() => other.end()))
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      notice(() => other.destroy())
    })
    if (isCut) socket.pause()
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    watch(client, database)
    watch(database, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** From now on nothing arrives, in either direction, and nobody notices. */
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    /** What was sent during the cut arrives now, late. */
    mend: () => {
      isCut = false
      for (const close of held) close()
      held.clear()
      for (const socket of sockets) socket.resume()
    },
    /** What was sent during the cut never arrives, and all connections are reset. */
    mendWithReset: () => {
      isCut = false
      held.clear()
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
