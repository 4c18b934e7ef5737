import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'

import { CommandError, findFreePort } from '../command.mjs'
import { obtainPostgres, startPostgres } from '../postgres.ts'
import {
  createBrowser,
  findReadiness,
  hire,
  keepRunning,
  openService,
  operatorOf,
  settingsOf,
  startedProxy,
  waitFor,
} from './processes.ts'

export type CrashShop = Awaited<ReturnType<typeof openCrashShop>>
export type Place = (typeof PLACES)[number]

const START_WAITS_MS = 120_000
export const STOP_WAITS_MS = 80_000

export const PLACES = ['between two steps', 'before the commit', 'after the commit'] as const

/** Opens a shop in an empty folder: the sandbox as the service of a real account, and the built server. */
export async function openCrashShop(folder: string) {
  const journal = join(folder, 'data', 'toptill.db')
  const { ledger, logs, url: serviceUrl, start: startService } = await openService(folder)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...settingsOf(serviceUrl), DATABASE_URL: `file:${journal}`, PORT: port }
  const startProxy = () => startedProxy(env, join(logs, 'proxy.log'))
  const operate = operatorOf(env)

  let service = startService()
  let proxy = startProxy()
  let isStarting = true
  let slowest = { readyMs: 0, sellingMs: 0 }

  return {
    journal,
    ledger,
    logs,
    isReady: async () => {
      const since = () => performance.now() - proxy.startedAt
      const isReady = await waitFor(START_WAITS_MS, async () => (await findReadiness(url)) && true)
      const readyMs = isReady ? since() : Infinity
      const sells = await waitFor(START_WAITS_MS, async () => (await findReadiness(url))?.selling || undefined)
      const sellingMs = sells ? since() : Infinity
      if (isStarting)
        slowest = { readyMs: Math.max(slowest.readyMs, readyMs), sellingMs: Math.max(slowest.sellingMs, sellingMs) }
      isStarting = false
      return sellingMs < Infinity
    },
    /** The longest times (ms) from a start until the server is ready and until it sells. */
    slowestStart: () => slowest,
    hire: (name: string, role: 'cashier' | 'supervisor', pin: string) =>
      hire({ operate, browser: createBrowser(url) }, name, role, pin),
    killProxy: () => proxy.kill(),
    /**
     * Kills the server in the next group of steps that are committed together. Returns whether there was such a group in time; otherwise the server
     * is killed as usual.
     */
    killProxyInGroup: async (place: Place, withinMs: number) => {
      proxy.tell(place)
      const hasDied = await waitFor(withinMs, async () => proxy.hasEnded() || undefined)
      await proxy.kill()
      return hasDied === true
    },
    restartProxy: () => {
      proxy = startProxy()
      isStarting = true
    },
    hasProxyEnded: () => proxy.hasEnded(),
    killService: async () => {
      await service.kill()
      service = startService()
    },
    stop: async () => [await proxy.stop(STOP_WAITS_MS)],
    close: async () => {
      await proxy.kill()
      await service.kill()
    },
  }
}

export type ProxyShop = Awaited<ReturnType<typeof openProxyShop>>
export type Proxy = Awaited<ReturnType<typeof openProxyShop>>['proxies'][number]

/**
 * Opens a shop in an empty folder: PostgreSQL, the sandbox as the service of a real account, and servers that are restarted whenever they exit. Each
 * server reaches the database through its own relay.
 */
export async function openProxyShop(folder: string, count: number) {
  const programs = await obtainPostgres()
  if (programs === undefined) throw new CommandError('There is no PostgreSQL 15 or later here. Install it first.')
  const postgres = await startPostgres(programs)
  const { ledger, logs, url: serviceUrl, start: startService } = await openService(folder)
  const service = startService()
  const databasePort = Number(new URL(postgres.url).port)

  async function openProxy(index: number) {
    const relay = await startRelay(databasePort)
    const database = new URL(postgres.url)
    database.port = String(relay.port)
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const home = join(folder, `proxy-${index + 1}`)
    const dataFolder = join(home, 'data')
    mkdirSync(dataFolder, { recursive: true })
    const env = {
      ...settingsOf(serviceUrl),
      DATABASE_URL: database.href,
      TOPTILL_HOME: home,
      PORT: port,
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
  /** Whether a server sells in time, or, if that is enough, is a standby. */
  const isReady = async (url: string, mayStandBy = true) =>
    (await waitFor(START_WAITS_MS, async () => {
      const { selling, leads } = (await findReadiness(url)) ?? {}
      return selling || (mayStandBy && leads === false) || undefined
    })) === true
  const isOpen = await isReady(first.url, false)
  for (const proxy of isOpen ? others : []) {
    // All processes of a shop share the secret that the first process created.
    copyFileSync(join(first.dataFolder, 'pepper'), join(proxy.dataFolder, 'pepper'))
    running.push({ ...proxy, process: keepRunning(proxy.start) })
  }
  const urls = opened.map(({ url }) => url)

  return {
    ledger,
    logs,
    database: postgres.url,
    databaseFolder: dirname(postgres.dataFolder),
    proxies,
    isReady: async () => isOpen && (await Promise.all(urls.map((url) => isReady(url)))).every(Boolean),
    /** The server that sells; the others forward requests to it. */
    findLeader: async () => {
      const answers = await Promise.all(urls.map(findReadiness))
      return proxies.find((_, index) => answers[index] && answers[index].leads !== false)
    },
    browser: (timeoutMs: number) => createBrowser(urls, timeoutMs),
    hire: (name: string, role: 'cashier' | 'supervisor', pin: string, browser = createBrowser(urls)) =>
      hire({ operate: first.operate, browser }, name, role, pin),
    killDatabase: postgres.kill,
    restartDatabase: postgres.restart,
    stop: () => Promise.all(proxies.map(({ process }) => process.end(STOP_WAITS_MS))),
    /** Call only while no server is running. Returns the problems found. */
    verifyAuditLog: () =>
      first.operate('audit-log', 'verify').then(
        () => [],
        ({ message }: Error) => [message],
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
 * Kills a server; with a `place`, in the next group of steps that are committed together, if there is one in time. Returns whether it was killed
 * there.
 */
export async function killProxy({ process }: Proxy, place: Place | undefined, withinMs: number) {
  if (place) process.tell(place)
  const hasDied = place ? await waitFor(withinMs, async () => process.hasEnded() || undefined) : undefined
  if (!hasDied) await process.kill()
  return hasDied === true
}

/** Relays connections to a local port, over a network that can be cut. */
export async function startRelay(target: number) {
  let isCut = false
  const sockets = new Set<Socket>()
  /** Connections closed during a cut. The other side does not notice that before the cut ends. */
  const held: Set<() => void> = new Set()
  const notice = (close: () => void) => (isCut ? void held.add(close) : close())

  function watch(socket: Socket, other: Socket) {
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
    /** From now on, nothing arrives in either direction, and no one notices. */
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    /** What was sent during the cut arrives now. */
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
