import type { Answer } from '#domain/wallet/transaction.ts'
import { CALL_LIMITS } from '#server/wholesaler/call-limits.ts'
import { lost, readReply } from '#server/wholesaler/read/read-answer.ts'
import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import { aSaleId, THEIR_ID } from './sales.ts'

/** Random numbers that are the same for the same seed (mulberry32). */
export function seededChance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)]!,
    isOnce: (times: number) => below(times) === 0,
  }
}
type Chance = ReturnType<typeof seededChance>
type Json = Record<string, unknown>

/** Values that only the customer may see, wherever they are in an answer. */
export const CODE = '5678-1234-9012'
export const SERIAL = 'SN-009144'

const receipt = { header: 'Toptill', info: 'Line 1\nLine 2', footer: 'Thank you', promo: '' }
const common = {
  id: THEIR_ID,
  external_transaction_id: aSaleId(),
  time: '2026-11-20 14:00:00',
  service: { id: 'qamra', name: 'Qamra Recharge' },
  account: '971501234567',
  amount: 50,
  amount_currency: 'AED',
  price: 47.5,
  price_currency: 'AED',
}
const reduced = { id: THEIR_ID, external_transaction_id: aSaleId(), time: '2026-11-20 14:00:00' }
const international = {
  ...common,
  country_id: 'IND',
  country_name: 'India',
  provider_id: '56',
  provider_name: 'Somebody',
  amount: '100.00',
  price: '4.56',
  error: '',
}

/** Answers according to the spec: check, confirm and find of each kind, each state, and rejections. */
const samples: Json[] = [
  ...[-1, 0, 1, 2, 3, 4, 6, 7].flatMap((state) => [
    { transaction: { ...common, state, error: state === 2 ? 'Declined' : undefined }, receipt },
    { transaction: { ...reduced, state } },
    { transaction: { ...common, state }, receipt, info: { number: CODE, serial: SERIAL, reference: 'R' } },
    { transaction: { ...common, state }, receipt, info: { redemption_url: `https://redeem.example/${CODE}` } },
    { transaction: { ...international, state }, info: [], receipt: {} },
  ]),
  ...[1, 2, 5, 20, 22, 23, 50, 60, 101, 105, 201, 1000, 1001, 1200, 9999].map((code) => ({
    error: { code, message: 'internal', display_error: 'Not today' },
  })),
]

const FIELDS = [
  'id', 'external_transaction_id', 'state', 'error', 'time', 'service', 'account', 'amount', 'amount_currency', 'price', 'price_currency',
  'transaction', 'receipt', 'info', 'code', 'display_error', 'number', 'serial', 'redemption_url', 'reference', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length',
] // prettier-ignore

const junk = (chance: Chance): unknown =>
  chance.oneOf<() => unknown>([
    () => null,
    () => chance.isOnce(2),
    () => chance.below(10) - 2,
    () => String(chance.below(10) - 2),
    () => chance.oneOf([1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 63), 0.1, -0, 1.5, 1e21]),
    () => chance.oneOf(['', ' ', '01', '1.0', '+1', '1e0', '-0', ' 1', '1 ', '١', 'NaN', 'Infinity', 'true', 'null']),
    () => chance.oneOf([[], {}, [1], [[]], { state: 1 }, { id: THEIR_ID }, [THEIR_ID], { code: 1 }]),
    () =>
      chance.oneOf([THEIR_ID, THEIR_ID.toUpperCase(), ` ${THEIR_ID}`, aSaleId(), aSaleId('B'), `${aSaleId()}\u0000`]),
    () => '\u202E\u0000\u001B[2J\uD800'.repeat(1 + chance.below(20)),
    () => '9'.repeat(1 + chance.below(400)),
    () => chance.oneOf(['http://a.example', 'javascript:alert(1)', 'https://a:b@c.example', 'https://', 'data:,x']),
    () => nested(chance.below(40)),
  ])()

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }

function garbled(value: Json, chance: Chance): Json {
  const copy = JSON.parse(JSON.stringify(value)) as Json
  for (let times = 1 + chance.below(3); times > 0; times--) {
    const inside = Object.values(copy).filter((one): one is Json => typeof one === 'object' && one !== null)
    const place = inside.length > 0 && !chance.isOnce(4) ? chance.oneOf(inside) : copy
    const field = chance.isOnce(2) ? chance.oneOf(FIELDS) : chance.oneOf([...Object.keys(place), 'id'])
    if (Array.isArray(place)) place.push(junk(chance))
    else if (chance.isOnce(4)) delete place[field]
    // Defined this way, `__proto__` becomes a field, as it does in JSON text.
    else
      Object.defineProperty(place, field, { value: junk(chance), enumerable: true, configurable: true, writable: true })
  }
  return copy
}

export function aDamagedText(chance: Chance): { text: string; status: number } {
  const sample = chance.oneOf(samples)
  const object = chance.isOnce(5) ? sample : garbled(sample, chance)
  const both = chance.isOnce(12) ? { ...object, ...chance.oneOf(samples) } : object
  return {
    text: damaged(JSON.stringify(both), chance),
    status: chance.oneOf([200, 200, 200, 200, 201, 302, 400, 404, 500, 502]),
  }
}

function damaged(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1)
  return chance.oneOf<() => string>([
    ...Array.from({ length: 12 }, () => () => text),
    () => text.slice(0, at),
    () => text.slice(at),
    () =>
      text.slice(0, at) + chance.oneOf(['"', '{', '}', ',', '\\', '\u0000', '\uFEFF', '9e999', ' ']) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text + text,
    () => `<html><body>502 ${text}</body></html>`,
    () => `${'['.repeat(chance.below(70))}${text}`,
    () => text.replace('{', '{"state":1,"transaction":{"state":1},'),
    () =>
      text.replace(
        /"state":-?\d+/,
        `"state":${chance.oneOf(['1e0', '1.0', '"1"', '01', '1'.repeat(400), '-0', 'true'])}`,
      ),
    () => '',
  ])()
}

const MIB = 1024 * 1024

/** The largest answers that are accepted, in shapes that are slow to read. */
export function largeTexts(): { what: string; text: string }[] {
  const whole = (more: string) => `{"transaction":${JSON.stringify({ ...common, state: 1 })},${more}}`
  const fill = (unit: string, open: string, close: string) => {
    const room = MIB - Buffer.byteLength(whole(`"info":${open}${close}`))
    return whole(
      `"info":${open}${Array.from({ length: Math.floor(room / (unit.length + 1)) }, () => unit).join(',')}${close}`,
    )
  }
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const text = whole(`"info":"${'x'.repeat(MIB - 500)}"`)
  return [
    { what: 'one long text', text },
    { what: 'one long text, cut off', text: text.slice(0, -2) },
    { what: 'escapes', text: whole(`"info":"${'\\u0041'.repeat(Math.floor((MIB - 500) / 6))}"`) },
    { what: 'small numbers', text: fill('1', '[', ']') },
    { what: 'small objects', text: fill('{"id":"a","state":1}', '[', ']') },
    { what: 'objects as deep as they may be', text: fill(deep(28), '[', ']') },
    { what: 'many fields', text: whole(`"info":{${manyFields(MIB - 500)}}`) },
    {
      what: 'a text as the error',
      text: `{"error":{"code":1001,"display_error":"${'\u0001 x'.repeat(1)}${'é'.repeat(400_000)}"}}`,
    },
    { what: 'a long receipt', text: whole(`"receipt":{"header":"${'H\\n'.repeat(300_000)}"}`) },
  ]
}

function manyFields(room: number): string {
  const fields: string[] = []
  for (let index = 0, length = 0; length < room; index++) {
    const field = `"field${index}":1`
    length += field.length + 1
    fields.push(field)
  }
  return fields.join(',')
}

export function readAnswer(text: string, status: number): Answer {
  const reply = readReply({ kind: 'text', status, text }, CALL_LIMITS.jsonDepth)
  if (reply.kind !== 'object') return reply
  const { answer } = readTransactionAnswer(reply.value, '/transaction/find')
  const isOurs = answer.kind === 'transaction' && answer.transaction.saleId === aSaleId()
  return reply.isDecorated && !isOurs ? lost('not-json') : answer
}
