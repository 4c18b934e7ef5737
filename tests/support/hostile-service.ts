import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import { runCommandLine } from '#proxy/commands/command-line.ts'
import type { Noun } from '#proxy/commands/read-command.ts'
import { readNodeOptions } from '../../scripts/node-options.mjs'
import { aBrowser, type Browser } from './shop.ts'

// A test and `npm run bench -- hostile-answers` both use this file, so it imports nothing of a test framework.

const MIB = 1024 * 1024
const SERVICE = {
  id: 'qamra',
  active: 1,
  name: 'Qamra',
  amount_min: 5,
  amount_max: 500,
  amount_step: 1,
  is_pin_based: 0,
}
const COUNTRY = { id: 'PHL', name: 'Philippines', phone_code: '+63', phone_mask: '', currency: 'PHP' }
const AMOUNT = { id: 'a', name: 'Load', amount: '50', currency: 'PHP', sale_price: '5', sale_currency: 'AED' }

/** The browser of a signed-in person. */
type Till = Browser & { url: string }

type Bodies = Record<string, string | Buffer>

export type HostileCase = {
  what: string
  /** The bodies that the service sends instead of its friendly ones, by path. */
  bodies: () => Bodies
  /** What a person at a terminal does. It may be rejected, but it is answered. */
  act: (till: Till) => Promise<unknown>
}

/** Reads an answer of any size and stores nothing of it, because this process also calls `/healthz` and must not be busy itself. */
const drain = ({ url, cookies }: Till, path: string) =>
  new Promise<void>((resolve, reject) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    request(url + path, { headers: { cookie, 'accept-encoding': 'br' } }, (response) =>
      response.resume().on('end', resolve),
    )
      .on('error', reject)
      .end()
  })

const askCatalogue = (till: Till) => drain(till, proxyPaths.catalogue)
const askOffer = (till: Till) => drain(till, `${proxyPaths.provider('56')}?country=PHL`)
const SALE_ID = '01JGFJJZ00ABCDEFGHJKMNPQRS'

const askCheck = ({ ask }: Till) =>
  ask('PUT', proxyPaths.sale(SALE_ID), {
    kind: 'direct',
    serviceId: 'qamra',
    amount: '50',
    account: '971501234567',
  })

/** A list of about 31 MiB. */
function aListOf(name: string, count: number, toElement: (index: number, filler: string) => unknown, rest = {}) {
  const filler = 'x'.repeat(Math.floor((31 * MIB) / count) - JSON.stringify(toElement(0, '')).length - 8)
  const elements = Array.from({ length: count }, (_, index) => JSON.stringify(toElement(index, filler)))
  return `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"${name}":[${elements.join(',')}]}`
}

const repeated = (before: string, text: string, after: string, size = 31 * MIB) =>
  before + text.repeat(Math.floor((size - before.length - after.length) / text.length)) + after

const anAmount = (more: object) =>
  JSON.stringify({ country: COUNTRY, provider: { id: 56, name: 'Smart' }, amounts: [{ ...AMOUNT, ...more }] })

export const HOSTILE_CASES: HostileCase[] = [
  {
    what: 'an amount of 1 MiB at check',
    bodies: () => ({
      [wholesalerPaths.check]: repeated('{"transaction":{"id":"69d","state":-1,"amount":"10.', '0', '1"}}', MIB - 100),
    }),
    act: askCheck,
  },
  {
    what: 'an amount of 1 MiB on offer',
    bodies: () => ({ [wholesalerPaths.internationalProvider]: anAmount({ amount: `10.${'0'.repeat(MIB)}1` }) }),
    act: askOffer,
  },
  {
    what: '60,000 spaces in the name of a tile, and in a description',
    bodies: () => ({
      [wholesalerPaths.frontview]: JSON.stringify({ elements: [{ id: 1, name: `a${' '.repeat(60_000)}b` }] }),
      [wholesalerPaths.internationalProvider]: anAmount({ description: `a${' '.repeat(60_000)}b` }),
    }),
    act: async (till) => [await askCatalogue(till), await askOffer(till)],
  },
  {
    what: '31 MiB of {}, as services',
    bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":[', '{},', '{}]}') }),
    act: askCatalogue,
  },
  {
    what: '31 MiB of good services, as many as there may be',
    bodies: () => ({
      [wholesalerPaths.services]: aListOf('services', 50_000, (index, filler) => ({
        ...SERVICE,
        id: `qamra-${index}`,
        name: `قمرة ${filler}`,
      })),
    }),
    act: askCatalogue,
  },
  {
    what: '31 MiB of good tiles, as many as there may be',
    bodies: () => ({
      [wholesalerPaths.frontview]: aListOf('elements', 200_000, (index, filler) => ({
        id: index,
        parent_id: index > 100 ? index % 100 : null,
        type: 'product',
        content_id: 'qamra',
        name: `قمرة ${filler}`,
      })),
    }),
    act: askCatalogue,
  },
  {
    what: '31 MiB of tiles that cannot be read',
    bodies: () => ({
      [wholesalerPaths.frontview]: aListOf('elements', 200_000, (_, filler) => ({
        name: {},
        active: [],
        type: filler,
      })),
    }),
    act: askCatalogue,
  },
  {
    what: '31 MiB of amounts on offer, as many as there may be',
    bodies: () => ({
      [wholesalerPaths.internationalProvider]: aListOf(
        'amounts',
        50_000,
        (index, filler) => ({ ...AMOUNT, id: `a${index}`, description: filler }),
        { country: COUNTRY, provider: { id: 56, name: 'Smart' } },
      ),
    }),
    act: askOffer,
  },
  {
    what: '31 MiB of empty lists inside of services',
    bodies: () => ({
      [wholesalerPaths.services]: repeated('{"services":[', `{"x":[${'[],'.repeat(5_000)}[]]},`, '{}]}'),
    }),
    act: askCatalogue,
  },
  {
    what: 'one text of 31 MiB in a service',
    bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":[{"name":"', 'x', '"}]}') }),
    act: askCatalogue,
  },
  {
    what: '31 MiB of opening brackets',
    bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":', '[', '') }),
    act: askCatalogue,
  },
  {
    what: '31 MiB as the answer to a check',
    bodies: () => ({
      [wholesalerPaths.check]: repeated('{"transaction":{"id":"', 'x', '"}}'),
      // Otherwise the sale would be looked for until the time for a check is over.
      [wholesalerPaths.find]: JSON.stringify({
        transaction: { id: '69d', external_transaction_id: SALE_ID, state: 2, error: { code: 201 } },
      }),
    }),
    act: askCheck,
  },
]

async function startService(bodies: Bodies) {
  const friendly: Bodies = {
    [wholesalerPaths.balance]: JSON.stringify({ currency: 'AED', wallets: { main: 1000 } }),
    [wholesalerPaths.pointInfo]: JSON.stringify({ agent: { name: 'Shop' }, pos: { id: '20418', frontview_id: '1' } }),
    [wholesalerPaths.services]: JSON.stringify({ services: [SERVICE] }),
    [wholesalerPaths.frontview]: JSON.stringify({ elements: [] }),
    [wholesalerPaths.internationalCountries]: JSON.stringify({ countries: [COUNTRY] }),
    [wholesalerPaths.internationalCategories]: JSON.stringify({ categories: [] }),
    // Only a provider that a list has named is read.
    [wholesalerPaths.internationalProviders]: JSON.stringify({
      country: COUNTRY,
      providers: [{ id: 56, name: 'Smart' }],
    }),
    [wholesalerPaths.internationalProvider]: anAmount({}),
  }
  const waiting = new Set(Object.keys(bodies))
  const said = new Map(Object.entries({ ...friendly, ...bodies }).map(([path, body]) => [path, Buffer.from(body)]))
  const server = createServer((asked, response) => {
    asked.resume()
    asked.on('end', () => {
      waiting.delete(asked.url ?? '')
      response.end(said.get(asked.url ?? '') ?? '{"error":{"code":2}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Hostile answers that nobody has requested yet. A case that sends none of them measures nothing. */
    unasked: () => [...waiting],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Calls `/healthz` repeatedly and measures how long the longest answer took. */
function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longestMs = 0
  const watch = { isOver: false }
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now()
      request(`${url}/healthz`, { agent }, (response) => {
        response.resume().on('end', () => {
          longestMs = Math.max(longestMs, performance.now() - startedAt)
          resolve()
        })
      })
        .on('error', reject)
        .end()
    })
  const asking = (async () => {
    while (!watch.isOver) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return async () => {
    watch.isOver = true
    await asking
    agent.destroy()
    return longestMs
  }
}

/** How long the longest answer of `/healthz` took, the processor time of the longest turn of the proxy's event loop, and its peak memory (MB). */
export type HostileFigures = { longestMs: number; heldMs: number; peakMb: number }

/** Runs the built proxy in a process of its own, with a service that answers as the case says. */
export async function measureHostile({ bodies, act }: HostileCase): Promise<HostileFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'toptill-hostile-'))
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder)
  writeFileSync(join(browserFolder, 'index.html'), '<!doctype html><title>Toptill</title>')
  const service = await startService(bodies())
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: `file:${folder}/toptill.db`,
    BROWSER_FOLDER: browserFolder,
    TOPUP_BASE_URL: service.url,
    TOPUP_POS_ID: '20418',
    TOPUP_TOKEN: 'k7-example-token-of-length',
  }
  const till = fork(fileURLToPath(new URL('hostile-till.mjs', import.meta.url)), {
    env,
    execArgv: readNodeOptions(),
  })
  try {
    const [{ url }] = (await once(till, 'message')) as [{ url: string }]
    const browser = { url, ...(await signIn(url, env)) }
    const stopWatching = watchHealth(url)
    // Two tills at once, and then a read of what the first one had read.
    await Promise.all([act(browser), act(browser)])
    await act(browser)
    const longestMs = await stopWatching()
    if (service.unasked().length > 0) throw new Error(`nobody asked for ${service.unasked().join(', ')}`)
    till.send('peak')
    const [{ peakMb, heldMs }] = (await once(till, 'message')) as [Omit<HostileFigures, 'longestMs'>]
    return { longestMs, peakMb, heldMs }
  } finally {
    till.kill('SIGKILL')
    service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(url: string, env: NodeJS.ProcessEnv): Promise<Browser> {
  const operate = async (noun: Noun, words: string[]) => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
    if ((await runCommandLine(noun, words, { env, input, output, errors })) !== 0)
      throw new Error(String(errors.read()))
    return String(output.read()).trimEnd().split('\n').at(-1) ?? ''
  }
  await operate('staff', ['add', '--name', 'Hamad', '--role', 'supervisor', '--pin', '730519'])
  const code = await operate('terminal', ['enrol', '--name', 'Till 1'])
  const browser = aBrowser(url)
  await browser.ask('POST', proxyPaths.enrol, { code })
  const { body } = await browser.ask<Session>('GET', proxyPaths.session)
  await browser.ask('POST', proxyPaths.session, { staffId: body.staff[0]?.id, pin: '730519' })
  return browser
}
