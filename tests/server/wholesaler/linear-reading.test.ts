import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import { runToEnd, type Chunks } from '#server/lib/cooperative.ts'
import type { JsonObject } from '#server/lib/json/parse-json.ts'
import { readReply, readReplyInPieces, type Reply } from '#server/wholesaler/read/read-answer.ts'
import { readBalance, readCurrency, readPoint } from '#server/wholesaler/read/read-point.ts'
import { readFrontviewInPieces } from '#server/wholesaler/read/read-frontview.ts'
import {
  readCategoriesInPieces,
  readCountriesInPieces,
  readProviderOfferInPieces,
  readProvidersInPieces,
} from '#server/wholesaler/read/read-international.ts'
import { readServicesInPieces } from '#server/wholesaler/read/read-services.ts'
import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import { itWhenMeasuring } from '../../support/level.ts'
import { expectLinear, LENGTHENED, lengthened, type Lengthening } from '../../support/linear-work.ts'

const PICTURES = new URL('https://service.example')
const COUNTRY = {
  id: 'PHL',
  name: 'Philippines',
  phone_code: '+63',
  phone_mask: '($$$) $$$',
  currency: 'PHP',
  logo: '/flags/phl.png',
  logo_large: '/flags/phl-large.png',
  group: 'asia',
  groups: ['asia'],
}
const TRANSACTION = {
  transaction: {
    id: '69d-7c9',
    external_transaction_id: '01JGFJJZ00ABCDEFGHJKMNPQRS',
    state: '1',
    error: 'none',
    time: '2026-11-20 14:00:00',
    service: { id: 'qamra', name: 'Qamra' },
    account: '971501234567',
    amount: '50.00',
    amount_currency: 'AED',
    price: '47.50',
    price_currency: 'AED',
    country_id: 'PHL',
    country_name: 'Philippines',
    provider_id: '56',
    provider_name: 'Smart',
    amount_id: 'a1',
  },
  receipt: { header: 'H', subheader: 'S', info: 'I', instruction: 'N', promo: 'P', footer: 'F' },
  info: { number: '7K4P 2M9X', serial: '0091', redemption_url: 'https://redeem.example/a', reference: 'R-1' },
}
const ERROR = { error: { code: '1001', message: 'wallet', display_error: 'Not enough funds.', trace: ['a'] } }

const readPlain = (read: (answer: JsonObject) => unknown) => (text: string) => valueOf(readReply(said(text), 32), read)
const readList = (read: (answer: JsonObject) => Chunks<unknown>) => (text: string) =>
  valueOf(runToEnd(readReplyInPieces(said(text), 32, 200_000)), (answer) => runToEnd(read(answer)))
const said = (text: string) => ({ kind: 'text', status: 200, text }) as const
const valueOf = (reply: Reply, read: (answer: JsonObject) => unknown) =>
  reply.kind === 'object' ? read(reply.value) : reply
const readTransaction = (path: string) => readPlain((answer) => readTransactionAnswer(answer, path))

type Endpoint = { sample: object; read: (text: string) => unknown }

/** Every answer of the provider with every field of the spec, and the provider's error object. */
const ENDPOINTS: Record<WholesalerPath | 'an error', Endpoint> = {
  [wholesalerPaths.pointInfo]: {
    sample: {
      agent: { name: 'Shop', name_on_receipt: 'SHOP', address: 'Deira', topup_code: '12' },
      pos: { id: '20418', frontview_id: '7' },
      support: { email: 'help@service.example' },
    },
    read: readPlain((answer) => readPoint(answer, '20418')),
  },
  [wholesalerPaths.balance]: {
    sample: { currency: 'AED', wallets: { main: '1000.50' } },
    read: readPlain((answer) => [readBalance(answer), readCurrency(answer)]),
  },
  [wholesalerPaths.services]: {
    sample: {
      services: [
        {
          id: 'qamra',
          active: '1',
          name: 'Qamra',
          biller_name: 'Qamra',
          category_name: 'Mobile',
          subcategory_name: 'Recharge',
          amount_min: '5.00',
          amount_max: '500.00',
          amount_step: '1.00',
          commission: { value: '2.5', type: 'percent' },
          is_pin_based: '0',
          is_account_required: '1',
        },
      ],
    },
    read: readList(readServicesInPieces),
  },
  [wholesalerPaths.frontview]: {
    sample: {
      elements: [
        {
          id: '1',
          parent_id: '0',
          type: 'product',
          alias: 'games',
          name: 'Qamra<br>Recharge',
          active: '1',
          image_large: 'https://service.example/a.png',
          image_small: '/a.png',
          action: 'gotoPage',
          params: { page: 'balance', params: '{"a":1}', target_alias: 'x', country: 'PHL', group: 'g', warning: 'w' },
          content_id: 'qamra',
        },
        { id: '2', parent_id: null, type: 'other', name: 'B', action: 'gotoCategory', params: '{"target_alias":"x"}' },
      ],
    },
    read: readList((answer) => readFrontviewInPieces(answer, PICTURES)),
  },
  [wholesalerPaths.internationalCountries]: {
    sample: { countries: [COUNTRY] },
    read: readList((answer) => readCountriesInPieces(answer, PICTURES)),
  },
  [wholesalerPaths.internationalCategories]: {
    sample: { categories: [{ id: 'mobile', parent_id: 'root', name: 'Mobile' }] },
    read: readList(readCategoriesInPieces),
  },
  [wholesalerPaths.internationalProviders]: {
    sample: { country: COUNTRY, providers: [{ id: '56', name: 'Smart', logo: '/smart.png' }] },
    read: readList((answer) => readProvidersInPieces(answer, PICTURES)),
  },
  [wholesalerPaths.internationalProvider]: {
    sample: {
      country: COUNTRY,
      provider: { id: '56', name: 'Smart', logo: '/smart.png' },
      amounts: [
        {
          id: 'a1',
          category_id: 'mobile-airtime',
          name: 'Load 50',
          description: 'Valid\nfor 7 days',
          amount: '50.00',
          currency: 'PHP',
          sale_price: '5.00',
          sale_currency: 'AED',
          price: '4.56',
          price_currency: 'AED',
        },
      ],
    },
    read: readList((answer) => readProviderOfferInPieces(answer, PICTURES)),
  },
  [wholesalerPaths.check]: { sample: TRANSACTION, read: readTransaction(wholesalerPaths.check) },
  [wholesalerPaths.confirm]: { sample: TRANSACTION, read: readTransaction(wholesalerPaths.confirm) },
  [wholesalerPaths.find]: { sample: TRANSACTION, read: readTransaction(wholesalerPaths.find) },
  'an error': { sample: ERROR, read: readPlain((answer) => answer) },
}

type Path = readonly (string | number)[]

function pathsTo(value: unknown, isWanted: (value: unknown) => boolean, path: Path = []): Path[] {
  const here = isWanted(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([key, each]) => pathsTo(each, isWanted, [...path, key]))]
}

function changedAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = changedAt(copy[key], rest, change)
  return copy
}

const everywhere = (isWanted: (value: unknown) => boolean) =>
  Object.entries(ENDPOINTS).flatMap(([name, { sample, read }]) =>
    pathsTo(sample, isWanted).map((path) => ({ name: `${path.join('.')} of ${name}`, sample, read, path })),
  )
const TEXTS = everywhere((value) => typeof value === 'string')
const LISTS = everywhere(Array.isArray)

function lengthen({ sample, path, read, name }: (typeof TEXTS)[number], method: Lengthening): void {
  const prepare = (size: number) => JSON.stringify(changedAt(sample, path, () => lengthened(method, size)))
  expectLinear(`${name}, ${JSON.stringify(method)}`, 15_000, prepare, read)
}

describe('reading long answers', () => {
  it('every text and list of the eleven calls and of the error object is tried', () => {
    expect(Object.keys(ENDPOINTS)).toHaveLength(12)
    expect(TEXTS.length).toBeGreaterThan(100)
    expect(LISTS.length).toBeGreaterThanOrEqual(8)
  })

  it('an answer with a long text in any field is read, whatever is repeated in it', () => {
    for (const { sample, path, read } of TEXTS)
      for (const method of LENGTHENED) read(JSON.stringify(changedAt(sample, path, () => lengthened(method, 1_000))))
  })

  itWhenMeasuring('the work of reading is linear in the length of every text', () => {
    for (const text of TEXTS) for (const method of LENGTHENED) lengthen(text, method)
  })

  itWhenMeasuring('the work of reading is linear in the length of any text, whatever is repeated in it', () => {
    const part = fc.string({ unit: fc.constantFrom(...' \n\r\t0123.,-+()$*<br/>aZ"\\[]{}:_\u200fق😀'), maxLength: 4 })
    const method = fc.record({ before: part, unit: part.filter((unit) => unit !== ''), after: part })
    fc.assert(fc.property(fc.constantFrom(...TEXTS), method, lengthen), { numRuns: 300 })
  })

  const KINDS = [
    { what: 'the same', toElement: (element: unknown) => element },
    { what: 'others', toElement: (element: unknown, id: number) => withId(element, String(id)) },
    { what: 'bad', toElement: () => ({}) },
    {
      what: 'half bad',
      toElement: (element: unknown, id: number) => withId(element, id, { active: {}, logo: 5, name: [] }),
    },
    { what: 'no object', toElement: () => 7 },
    {
      what: 'of many fields',
      toElement: () => Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`f${key}`, key])),
    },
  ]

  const manyOf =
    ({ sample, path }: (typeof LISTS)[number], { toElement }: (typeof KINDS)[number]) =>
    (size: number) => {
      const many = (list: unknown) =>
        Array.from({ length: size }, (_, index) => toElement((list as unknown[])[0], index))
      return JSON.stringify(changedAt(sample, path, many))
    }

  it.each(LISTS)('an answer with a long list of $name is read', (list) => {
    for (const kind of KINDS) list.read(manyOf(list, kind)(1_000))
  })

  itWhenMeasuring('the work of reading is linear in the number of elements of every list', () => {
    for (const list of LISTS)
      for (const kind of KINDS) expectLinear(`${kind.what} of ${list.name}`, 4_000, manyOf(list, kind), list.read)
  })
})

const withId = (element: unknown, id: unknown, more = {}) =>
  typeof element === 'object' && element !== null ? { ...element, id, ...more } : `${String(element)}${String(id)}`
