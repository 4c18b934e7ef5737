import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readReply } from '#server/wholesaler/read/read-answer.ts'
import { readBalance, readCurrency, readPoint } from '#server/wholesaler/read/read-point.ts'
import { readFrontview } from '#server/wholesaler/read/read-frontview.ts'
import { readServices } from '#server/wholesaler/read/read-services.ts'
import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import { isFull } from '../../support/level.ts'

const BASE = new URL('https://service.example')
const FIELDS = [
  'transaction', 'receipt', 'info', 'error', 'code', 'display_error', 'id', 'state', 'service', 'amount', 'price', 'price_currency',
  'services', 'amount_min', 'amount_max', 'active', 'is_pin_based', 'elements', 'parent_id', 'params', 'image_large', 'name', 'type',
  'agent', 'pos', 'frontview_id', 'currency', 'wallets', 'main', '__proto__', 'constructor', 'prototype', 'toString', 'header',
] // prettier-ignore

const jsonText = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom(null, true, false, 0, 1, -1, '1', '', 'AED', 1e308, 5.25),
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc
      .array(fc.tuple(fc.constantFrom(...FIELDS), tie('value')), { maxLength: 8 })
      .map((entries) => new Map(entries)),
  }))
  .object.chain((object) =>
    fc.constantFrom(
      object,
      new Map([['error', object]]),
      new Map([['transaction', new Map([...object, ['id', '69d']])]]),
    ),
  )
  .map(writeJson)

/** JSON.stringify would lose `__proto__` and duplicate names, but a service can send both. */
function writeJson(value: unknown): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, one]) => `${JSON.stringify(key)}:${writeJson(one)}`).join(',')}}`
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  return JSON.stringify(value) ?? 'null'
}

it('any JSON is read as one of the outcomes, throws nothing and pollutes no prototype', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(jsonText, fc.constantFrom(200, 404, 500), (text, status) => {
      const reply = readReply({ kind: 'text', status, text }, 32)
      kinds.add(reply.kind)
      if (reply.kind !== 'object') return
      const { value } = reply
      const reads = [
        readPoint(value, '1'),
        readBalance(value),
        readCurrency(value),
        readServices(value),
        readFrontview(value, BASE),
      ]
      for (const read of reads) if (!read.ok) expect(read.problem).toMatch(/of \/\w+/)
      const { answer } = readTransactionAnswer(value, '/transaction/find')
      kinds.add(answer.kind)
      if (answer.kind === 'transaction') expect(answer.transaction.id).not.toBe('')
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    isFull ? { numRuns: 2_000 } : { numRuns: 200, seed: 7 },
  )
  expect(kinds).toEqual(new Set(['object', 'refusal', 'lost', 'transaction']))
})

it('any text is read as lost or as JSON and throws nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 200, max: 599 }), (text, status) => {
      expect(['object', 'refusal', 'lost']).toContain(readReply({ kind: 'text', status, text }, 32).kind)
    }),
  )
})
