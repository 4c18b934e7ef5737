import { createHash } from 'node:crypto'

import { Agent, fetch, type Response } from 'undici'

import type { Sandbox } from '#sandbox/server.ts'

/** The outcome of a call: a JSON answer, a page or a cut connection. */
export type Came =
  { kind: 'json'; status: number; body: Record<string, unknown> } | { kind: 'html'; status: number } | { kind: 'cut' }

/** Opens a connection for each call, because a restart of the sandbox would break a connection that is kept open. */
const dispatcher = new Agent({ pipelining: 0 })

export const bodyOf = (came: Came) => (came.kind === 'json' ? came.body : {})

let lastKey = 1_763_625_600_000

export const nextKey = () => (lastKey += 1)

export function createCaller({ baseUrl, posId, token }: Pick<Sandbox, 'baseUrl' | 'posId' | 'token'>) {
  const sign = (key: string) => ({
    id: posId,
    key,
    hash: createHash('md5')
      .update(posId + token + key)
      .digest('hex'),
  })

  const postText = async (path: string, text: string, contentType = 'application/json'): Promise<Came> => {
    let response: Response
    try {
      response = await fetch(baseUrl + path, {
        method: 'POST',
        headers: { 'Content-Type': contentType },
        body: text,
        dispatcher,
      })
    } catch {
      return { kind: 'cut' }
    }
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      await response.text()
      return { kind: 'html', status: response.status }
    }
    return { kind: 'json', status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const post = (path: string, content: object = {}) =>
    postText(path, JSON.stringify({ ...content, auth: sign(String(nextKey())) }))

  return {
    sign,
    postText,
    post,
    check: (id: string, account: string, amount = 50, product = 'qamra-rc') =>
      post('/transaction/check', { product, external_transaction_id: id, fields: { account, amount } }),
    checkVoucher: (id: string, product: string, amount = 10, more: { account?: string; customer?: string } = {}) =>
      post('/transaction/check', { product, external_transaction_id: id, fields: { amount, ...more } }),
    confirm: (id: string, amount = 50) =>
      post('/transaction/confirm', { external_transaction_id: id, fields: { amount } }),
    find: (id: string) => post('/transaction/find', { external_transaction_id: id }),
    checkInternational: (amountId: string, account: string) =>
      post('/transaction/check', { product: 'international-bridge', fields: { amount_id: amountId, account } }),
    confirmInternational: (transactionId: string) => post('/transaction/confirm', { transaction_id: transactionId }),
    findInternational: (transactionId: string) => post('/transaction/find', { transaction_id: transactionId }),
  }
}

export type Course = [course: string, debits: number]

export const soldAtOnce: Course = ['check: state -1, find: state -1, confirm: state 1, find: state 1', 1]

/** The courses of the special numbers that behave alike at home and abroad. */
export const COMMON_COURSES = {
  success: soldAtOnce,
  heldByTurnover: ['check: state -1, confirm: state 6, find: state 6, find: state 6, find: state 6, find: state 1', 1],
  fails: ['check: state -1, confirm: state 2, find: state 2, confirm: state 2', 0],
  failsAfterPending: ['check: state -1, confirm: state 0, find: state 0, find: state 2', 0],
  noFunds: ['check: state -1, confirm: error 1001, find: state -1, confirm: error 1001', 0],
  answerLostAfter: ['check: state -1, confirm: cut, find: state 1, confirm: state 1', 1],
  slow: soldAtOnce,
  html: ['check: state -1, confirm: html 502, find: state 1, confirm: state 1', 1],
  unknownState: ['check: state -1, confirm: state 9, find: state 9, find: state 9, find: state 1', 1],
  canceled: ['check: state -1, confirm: state 3, find: state 3', 0],
  replaced: ['check: state -1, confirm: state 4, find: state 4', 1],
} satisfies Record<string, Course>

export type Step = 'check' | 'confirm' | 'find'

/** The steps of a course that is written as `check: state -1, confirm: state 1`. */
export const stepsOf = (course: string) => course.split(', ').map((step) => step.split(':')[0] as Step)

/** The state of an answer, the code of its error, or another outcome as text. */
export function gist(came: Came): string {
  if (came.kind !== 'json') return came.kind === 'html' ? `html ${came.status}` : 'cut'
  const { transaction, error } = came.body as { transaction?: { state: unknown }; error?: { code: unknown } }
  return transaction ? `state ${String(transaction.state)}` : `error ${String(error?.code)}`
}
