import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import type { Session } from '#api/session.ts'
import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import { runCommandLine } from '#server/cli/command-line.ts'
import type { Noun } from '#server/cli/read-command.ts'
import { aBrowser, type Browser } from './shop.ts'

// Used by a test and by `npm run bench -- hostile-answers`, so it must not import anything from a test framework.

const MIB = 1024 * 1024
/** Just under the size that the server accepts for a list, so a list may have the maximum number of elements. */
const MAX_SIZE = 31 * MIB
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

type Till = Browser & { url: string }

type Bodies = Record<string, string | Buffer>

export type HostileCase = {
  what: string
  /** The bodies that the provider sends instead of its friendly ones, by path. */
  bodies: () => Bodies
  /** An action of a person at a terminal. It may be rejected, but it is answered. */
  act: (till: Till) => Promise<unknown>
  /**
   * How many turns of its event loop the server takes per MiB: at least this many or, if it rejects the answer before
   * it has read it, at most.
   */
  turnsPerMib?: { least: number } | { most: number }
}

/**
 * Reads an answer of any size and discards it, because this process also calls '/healthz' and must not be busy itself.
 */
const drain = ({ url, cookies }: Till, path: string) =>
  new Promise<void>((resolve, reject) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    request(url + path, { headers: { cookie, 'accept-encoding': 'br' } }, (response) =>
      response.resume().on('end', resolve),
    )
      .on('error', reject)
      .end()
  })

const askCatalog = (till: Till) => drain(till, '/api/catalog')
const askOffer = (till: Till) => drain(till, '/api/international/providers/56?country=PHL')
const SALE_ID = '01JGFJJZ00ABCDEFGHJKMNPQRS'

const askCheck = ({ ask }: Till) =>
  ask('PUT', `/api/sales/${SALE_ID}`, {
    kind: 'direct',
    serviceId: 'qamra',
    amount: '50',
    account: '971501234567',
  })

const textsOf = (size: number) => ({
  listOf: (name: string, most: number, toElement: (index: number, filler: string) => unknown, rest = {}) => {
    const count = Math.floor(most * (size / MAX_SIZE))
    const filler = 'x'.repeat(Math.floor(size / count) - JSON.stringify(toElement(0, '')).length - 8)
    const elements = Array.from({ length: count }, (_, index) => JSON.stringify(toElement(index, filler)))
    return `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"${name}":[${elements.join(',')}]}`
  },
  repeated: (before: string, text: string, after: string) =>
    before + text.repeat(Math.floor((size - before.length - after.length) / text.length)) + after,
})

const anAmount = (more: object) =>
  JSON.stringify({ country: COUNTRY, provider: { id: 56, name: 'Smart' }, amounts: [{ ...AMOUNT, ...more }] })

/** Answers of this size. Their lists have the maximum length in proportion to it. */
export function hostileCases(size = MAX_SIZE): HostileCase[] {
  const { listOf, repeated } = textsOf(size)
  const mib = `${size / MIB} MiB`
  return [
    {
      what: 'an amount of 1 MiB at check',
      bodies: () => ({
        [wholesalerPaths.check]: `{"transaction":{"id":"69d","state":-1,"amount":"10.${'0'.repeat(MIB - 200)}1"}}`,
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
      act: async (till) => [await askCatalog(till), await askOffer(till)],
    },
    {
      what: `${mib} of {}, as services`,
      turnsPerMib: { most: 7 },
      bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":[', '{},', '{}]}') }),
      act: askCatalog,
    },
    {
      what: `${mib} of good services, as many as there may be`,
      turnsPerMib: { least: 100 },
      bodies: () => ({
        [wholesalerPaths.services]: listOf('services', 50_000, (index, filler) => ({
          ...SERVICE,
          id: `qamra-${index}`,
          name: `قمرة ${filler}`,
        })),
      }),
      act: askCatalog,
    },
    {
      what: `${mib} of good tiles, as many as there may be`,
      turnsPerMib: { least: 250 },
      bodies: () => ({
        [wholesalerPaths.frontview]: listOf('elements', 200_000, (index, filler) => ({
          id: index,
          parent_id: index > 100 ? index % 100 : null,
          type: 'product',
          content_id: 'qamra',
          name: `قمرة ${filler}`,
        })),
      }),
      act: askCatalog,
    },
    {
      what: `${mib} of tiles that cannot be read`,
      turnsPerMib: { least: 200 },
      bodies: () => ({
        [wholesalerPaths.frontview]: listOf('elements', 200_000, (_, filler) => ({
          name: {},
          active: [],
          type: filler,
        })),
      }),
      act: askCatalog,
    },
    {
      what: `${mib} of amounts on offer, as many as there may be`,
      turnsPerMib: { least: 220 },
      bodies: () => ({
        [wholesalerPaths.internationalProvider]: listOf(
          'amounts',
          50_000,
          (index, filler) => ({ ...AMOUNT, id: `a${index}`, description: filler }),
          { country: COUNTRY, provider: { id: 56, name: 'Smart' } },
        ),
      }),
      act: askOffer,
    },
    {
      what: `${mib} of empty lists inside of services`,
      turnsPerMib: { least: 30 },
      bodies: () => ({
        [wholesalerPaths.services]: repeated('{"services":[', `{"x":[${'[],'.repeat(5_000)}[]]},`, '{}]}'),
      }),
      act: askCatalog,
    },
    {
      what: `one text of ${mib} in a service`,
      turnsPerMib: { least: 15 },
      bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":[{"name":"', 'x', '"}]}') }),
      act: askCatalog,
    },
    {
      what: `${mib} of opening brackets`,
      turnsPerMib: { most: 7 },
      bodies: () => ({ [wholesalerPaths.services]: repeated('{"services":', '[', '') }),
      act: askCatalog,
    },
    {
      what: `${mib} as the answer to a check`,
      turnsPerMib: { most: 7 },
      bodies: () => ({
        [wholesalerPaths.check]: repeated('{"transaction":{"id":"', 'x', '"}}'),
        // Otherwise the sale would be polled until the time for a check is over.
        [wholesalerPaths.find]: JSON.stringify({
          transaction: { id: '69d', external_transaction_id: SALE_ID, state: 2, error: { code: 201 } },
        }),
      }),
      act: askCheck,
    },
  ]
}

/** A provider that sends these bodies, and friendly ones at all other paths. */
export async function startHostileService(bodies: Bodies) {
  const friendly: Bodies = {
    [wholesalerPaths.balance]: JSON.stringify({ currency: 'AED', wallets: { main: 1000 } }),
    [wholesalerPaths.pointInfo]: JSON.stringify({ agent: { name: 'Shop' }, pos: { id: '20418', frontview_id: '1' } }),
    [wholesalerPaths.services]: JSON.stringify({ services: [SERVICE] }),
    [wholesalerPaths.frontview]: JSON.stringify({ elements: [] }),
    [wholesalerPaths.internationalCountries]: JSON.stringify({ countries: [COUNTRY] }),
    [wholesalerPaths.internationalCategories]: JSON.stringify({ categories: [] }),
    // The server reads an operator only after a list has named it.
    [wholesalerPaths.internationalProviders]: JSON.stringify({
      country: COUNTRY,
      providers: [{ id: 56, name: 'Smart' }],
    }),
    [wholesalerPaths.internationalProvider]: anAmount({}),
  }
  const waiting = new Set(Object.keys(bodies))
  const answers = new Map(Object.entries({ ...friendly, ...bodies }).map(([path, body]) => [path, Buffer.from(body)]))
  const server = createServer((asked, response) => {
    asked.resume()
    asked.on('end', () => {
      waiting.delete(asked.url ?? '')
      response.end(answers.get(asked.url ?? '') ?? '{"error":{"code":2}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Hostile answers that have not been requested yet. A case that sends none of them measures nothing. */
    unrequested: () => [...waiting],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function prepareProxy(serviceUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'toptill-hostile-'))
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder)
  writeFileSync(join(browserFolder, 'index.html'), '<!doctype html><title>Toptill</title>')
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: `file:${folder}/toptill.db`,
    BROWSER_FOLDER: browserFolder,
    TOPUP_BASE_URL: serviceUrl,
    TOPUP_POS_ID: '20418',
    TOPUP_TOKEN: 'k7-example-token-of-length',
  }
  return { env, browserFolder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function signInAt(url: string, env: NodeJS.ProcessEnv): Promise<Till> {
  const operate = async (noun: Noun, words: string[]) => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
    if ((await runCommandLine(noun, words, { env, input, output, errors, folder: process.cwd() })) !== 0)
      throw new Error(String(errors.read()))
    return String(output.read()).trimEnd().split('\n').at(-1) ?? ''
  }
  await operate('staff', ['add', '--name', 'Hamad', '--role', 'supervisor', '--pin', '730519'])
  const code = await operate('terminal', ['enroll', '--name', 'Till 1'])
  const browser = aBrowser(url)
  await browser.ask('POST', '/api/terminals/enroll', { code })
  const { body } = await browser.ask<Session>('GET', '/api/session')
  await browser.ask('POST', '/api/session', { staffId: body.staff[0]?.id, pin: '730519' })
  return { url, ...browser }
}
