import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fetch } from 'undici'

type Answer = { transaction: Record<string, unknown>; receipt: Record<string, unknown>; info: Record<string, string> }
/** What is sent instead of an answer with a code. With `isCut`, the connection is closed after `text`. */
type Damaged = { text: string; status?: number; headers?: Record<string, string>; isCut?: true }

const MIB = 1024 * 1024
const reply = (body: object): Damaged => ({ text: JSON.stringify(body) })

/** Answers with a code, damaged in every way that a log or an error message could repeat. */
export const DAMAGES = {
  'cut in the middle of the code': (answer) => {
    const text = JSON.stringify(answer)
    return { text: text.slice(0, text.lastIndexOf(answer.info.number ?? '') + 18) }
  },
  'cut at its last byte': (answer) => ({ text: JSON.stringify(answer).slice(0, -1) }),
  'connection lost behind the code': (answer) => ({ text: JSON.stringify(answer).slice(0, -1), isCut: true }),
  'in a page': (answer) => ({
    text: `<!doctype html><pre>${JSON.stringify(answer)}</pre>`,
    headers: { 'content-type': 'text/html' },
  }),
  'with a status of failure': (answer) => ({ text: JSON.stringify(answer), status: 500 }),
  'with a redirect that names it': ({ info }) => ({
    text: JSON.stringify(info),
    status: 302,
    headers: { location: `/elsewhere?pin=${info.number}` },
  }),
  'beside an error': (answer) =>
    reply({ ...answer, error: { code: 60, message: `no room for ${answer.info.number}` } }),
  'an error that says it': ({ info }) => reply({ error: { code: 77, message: `no room for ${info.number}` } }),
  'an error whose code it is': ({ info }) => reply({ error: { code: info.number, message: info.serial } }),
  'an error whose code it is, as a number': ({ info }) =>
    reply({ error: { code: Number(info.number), message: info.serial } }),
  'as the state, as a number': (answer) =>
    reply({ ...answer, transaction: { ...answer.transaction, state: Number(answer.info.number) } }),
  'info as text': (answer) => reply({ ...answer, info: `PIN ${answer.info.number}` }),
  'info as a list': (answer) => reply({ ...answer, info: [answer.info] }),
  'the number within an object': (answer) => reply({ ...answer, info: { number: { is: answer.info.number } } }),
  'a number of too many digits': (answer) => ({
    text: JSON.stringify(answer).replace(`"number":"${answer.info.number}"`, `"number":${answer.info.number}0000000`),
  }),
  'the receipt as text': (answer) => reply({ ...answer, receipt: `PIN ${answer.info.number}`, info: {} }),
  'the receipt within itself': (answer) => reply({ ...answer, receipt: { info: answer.receipt }, info: {} }),
  'as the id of the transaction': (answer) =>
    reply({ ...answer, transaction: { ...answer.transaction, id: answer.info.number } }),
  'as the id of the sale': (answer) =>
    reply({ ...answer, transaction: { ...answer.transaction, external_transaction_id: answer.info.number } }),
  'as the state': (answer) => reply({ ...answer, transaction: { ...answer.transaction, state: answer.info.number } }),
  'as the price': (answer) =>
    reply({ ...answer, transaction: { ...answer.transaction, price: `${answer.info.number} AED` } }),
  'as a field nobody knows': (answer) => reply({ ...answer, [answer.info.number ?? '']: answer.info.number }),
  'under a prototype key': (answer) => ({
    text: JSON.stringify(answer).replace('{', `{"__proto__":{"pin":"${answer.info.number}"},`),
  }),
  'too deep': (answer) => ({
    text: JSON.stringify(answer).replace('{', `{"deep":${'['.repeat(40)}"${answer.info.number}"${']'.repeat(40)},`),
  }),
  'too big': (answer) => ({ text: JSON.stringify(answer) + ' '.repeat(MIB) }),
  'with a byte that is no text': (answer) => ({
    text: JSON.stringify(answer).replace('"number":"', '"number":"\u0000'),
  }),
} satisfies Record<string, (answer: Answer) => Damaged>
export type DamageName = keyof typeof DAMAGES

export type DamagingLine = {
  baseUrl: string
  /** Damages the first two answers that have a code of this sale, or of this international transaction. */
  damage: (id: string, name: DamageName) => void
  damaged: () => string[]
  /** All lines of the receipts that passed through, except headers, which are names of brands. */
  receiptLines: () => string[]
  close: () => Promise<void>
}

const DAMAGED_ANSWERS = 2

/** A relay between a server and its provider that damages some answers. */
export async function aDamagingLine(serviceUrl: string): Promise<DamagingLine> {
  const planned = new Map<string, { name: DamageName; left: number }>()
  const lines = new Set<string>()

  function damageOf(text: string): Damaged | undefined {
    const answer = findAnswer(text)
    if (!answer) return undefined
    const { header: _, ...receipt } = answer.receipt
    for (const part of Object.values(receipt)) for (const line of String(part).split('\n')) lines.add(line)
    const plan = planned.get(String(answer.transaction.external_transaction_id ?? answer.transaction.id))
    if (!plan || plan.left === 0 || !answer.info.number) return undefined
    plan.left -= 1
    return DAMAGES[plan.name](answer)
  }

  const server = createServer((request, response) => {
    const handOn = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const came = await fetch(`${serviceUrl}${request.url}`, {
        method: request.method ?? 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body.length > 0 ? { body } : {}),
      })
      const text = await came.text()
      const type = came.headers.get('content-type') ?? 'application/json'
      send(response, { headers: { 'content-type': type }, status: came.status, text, ...damageOf(text) })
    }
    // The provider closed the connection, so the relay closes it as well.
    handOn().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    damage: (id, name) => void planned.set(id, { name, left: DAMAGED_ANSWERS }),
    damaged: () => [...planned].filter(([, { left }]) => left < DAMAGED_ANSWERS).map(([id]) => id),
    receiptLines: () => [...lines].filter((line) => line !== ''),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { text, status = 200, headers = {}, isCut }: Damaged): void {
  const length = Buffer.byteLength(text) + (isCut ? 1 : 0)
  response.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': length })
  if (!isCut) return void response.end(text)
  response.write(text, () => response.destroy())
}

function findAnswer(text: string): Answer | undefined {
  try {
    const { transaction, receipt, info } = JSON.parse(text) as Partial<Answer>
    return transaction && { transaction, receipt: receipt ?? {}, info: info ?? {} }
  } catch {
    return undefined
  }
}
