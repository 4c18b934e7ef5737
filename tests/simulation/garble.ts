import type { Exchange } from '#server/wholesaler/client.ts'
import type { LineFault } from './faults.ts'
import type { Random } from './random.ts'
import type { ServiceAnswer } from './service.ts'
import { COMPARED, UNREADABLE } from './unreadable-watch.ts'
import { secretsIn } from './voucher-issue.ts'

type Text = Extract<Exchange, { kind: 'text' }>
type Means = {
  random: Random
  maxBytes: number
  somebodyElses: string | undefined
}

export function wholeAnswer({ status, body, date }: ServiceAnswer): Text {
  return { kind: 'text', status, text: JSON.stringify(body), ...(date === undefined ? {} : { date }) }
}

/** The text that arrives instead of the answer, or `undefined` if this fault does not apply to this answer. */
export function garble(fault: LineFault, answer: ServiceAnswer, whole: string, means: Means): Text | undefined {
  const { random, maxBytes, somebodyElses } = means
  switch (fault) {
    case 'answer cut short':
      return as(whole.slice(0, random.whole(0, whole.length - 1)))
    case 'HTML with 200':
      return as('<!doctype html><title>Please sign in</title>')
    case 'HTML with 502':
      return as('<html><h1>502 Bad Gateway</h1></html>', 502)
    case 'error of a gateway':
      return as('{"error":{"message":"upstream timed out"}}', random.pick([500, 503, 504]))
    case 'redirect':
      return as('', 302)
    case 'empty answer':
      return as(random.pick(['', '{}', '[]', 'null']))
    case 'too big':
      return as(whole + ' '.repeat(maxBytes))
    case 'too deep':
      return as(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)
    case 'prototype key':
      return as(`{"__proto__":{"x":1},${whole.slice(1)}`)
    case 'answer to somebody else':
      return somebodyElses === undefined || somebodyElses === whole ? undefined : as(somebodyElses)
    default:
      return garbleTransaction(fault, answer.body, random)
  }
}

function garbleTransaction(fault: LineFault, body: ServiceAnswer['body'], random: Random): Text | undefined {
  const transaction = body.transaction as Record<string, unknown> | undefined
  if (!transaction) return undefined
  const changed = (change: Record<string, unknown>) =>
    as(JSON.stringify({ ...body, transaction: { ...transaction, ...change } }))
  switch (fault) {
    case 'error and transaction':
      return as(JSON.stringify({ ...body, error: { code: random.pick([1, 60, 1001]) } }))
    case 'other transaction id':
      return changed({ id: `x${String(transaction.id)}` })
    case 'other sale id':
      return changed({ external_transaction_id: '01AAAAAAAAAAAAAAAAAAAAAAAA' })
    case 'info lost': {
      if (!hasCode(body)) return undefined
      const { info: _, receipt: __, ...rest } = body
      return as(JSON.stringify({ ...rest, ...random.pick([{}, { info: {} }, { info: [] }, { info: null }]) }))
    }
    case 'info garbled':
      return hasCode(body)
        ? as(JSON.stringify({ ...body, info: random.pick(['', 7, ['x'], { number: { x: 1 } }]) }))
        : undefined
    case 'unreadable field': {
      const there = COMPARED.filter((field) => field in transaction)
      if (there.length === 0) return undefined
      const field = random.pick(there)
      return changed({ [field]: field === 'service' ? { id: UNREADABLE } : UNREADABLE })
    }
    case 'unknown state':
      return changed({ state: random.pick(['01', true, null, 1.5, 99, 5, 'done']) })
    default:
      return undefined
  }
}

const hasCode = ({ info }: ServiceAnswer['body']) => secretsIn(info).length > 0

const as = (text: string, status = 200): Text => ({ kind: 'text', status, text })
