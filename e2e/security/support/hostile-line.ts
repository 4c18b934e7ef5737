import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ADDRESSES, GROUPS, hostileId, marksIn, PAYLOADS, shortPayload } from './payloads.ts'

type Json = Record<string, unknown>

/** Fields that are kept in full, so that they carry all payloads at once. */
const UNCUT = ['name_on_receipt', 'address', 'topup_code', 'email', 'header', 'subheader', 'info', 'instruction', 'promo', 'footer', 'warning'] // prettier-ignore
/** Text fields that are cut to a few letters. */
const SHORT = ['time', 'phone_mask']
const PICTURES = ['image_large', 'image_small', 'logo', 'logo_large']
/** Text fields that a person reads, cut to one line or not at all. */
const LINES = ['name', 'biller_name', 'category_name', 'subcategory_name', 'description', 'error', 'display_error', 'message', 'country_name', 'provider_name', 'serial', 'reference'] // prettier-ignore

const FULL_LIST = Math.max(GROUPS.length, ADDRESSES.length)

export type HostileLine = {
  baseUrl: string
  sentIn: (field: string) => Set<number>
  fields: () => string[]
  close: () => Promise<void>
}

/**
 * Relays between a till and its provider, and writes payloads into every text, picture and link of every answer, in
 * turn, as if the provider had become hostile. What identifies a sale is left unchanged, so that sales can be made.
 */
export async function startHostileLine(serviceUrl: string): Promise<HostileLine> {
  const turns = new Map<string, number>()
  const sent = new Map<string, Set<number>>()

  function next(field: string, list: readonly string[]): string {
    const turn = turns.get(field) ?? 0
    turns.set(field, turn + 1)
    const text = list[turn % list.length]!
    const marks = sent.get(field) ?? new Set()
    for (const mark of marksIn(text)) marks.add(mark)
    sent.set(field, marks)
    return text
  }

  /** All payloads, each time beginning with another one, because some swallow what follows them. */
  function everything(field: string): string {
    const turn = turns.get(field) ?? 0
    const from = (turn * 37) % PAYLOADS.length
    return next(field, [[...PAYLOADS.slice(from), ...PAYLOADS.slice(0, from)].join('\n')])
  }

  function poisonField(path: string, key: string, value: unknown): unknown {
    const field = `${path}.${key}`
    if (PICTURES.includes(key)) return next(field, ADDRESSES)
    if (key === 'redemption_url') return next(field, ADDRESSES)
    if (UNCUT.includes(key) && typeof value === 'string') return `${value}\n${everything(field)}`
    if (LINES.includes(key) && typeof value === 'string') return next(field, GROUPS)
    if (SHORT.includes(key)) return next(field, PAYLOADS)
    if (key === 'number' && path.endsWith('info')) return next(field, PAYLOADS)
    return undefined
  }

  function poison(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((one) => poison(one, `${path}[]`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        poisonField(path, key, one) ?? poison(one, path === '' ? key : `${path}.${key}`),
      ]),
    )
  }

  /** The list, filled up with copies of its last entry under separate names. */
  function fill(list: unknown, more: (copy: Json, number: number) => Json): unknown {
    if (!Array.isArray(list) || list.length === 0) return list
    const last = list.at(-1) as Json
    const missing = Array.from({ length: FULL_LIST }, (_, number) => more({ ...last }, number))
    return [...(list as Json[]), ...missing]
  }

  function hostileTiles(): Json[] {
    const params = (text: string, of: (kind: number) => string) => [
      { page: of(0), params: text },
      { page: 'balance', params: JSON.stringify({ wallet: text }) },
      { page: 'support', params: { note: text } },
      { target_alias: of(3) },
      { country: of(4) },
      { group: of(5), product_slug: of(5) },
      JSON.stringify({ page: of(6), params: text }),
      { warning: text },
    ]
    const actions = ['gotoPage', 'gotoPage', 'gotoPage', 'gotoCategory', 'international', 'international', 'gotoPage']
    return GROUPS.flatMap((text, group) =>
      params(text, (kind) => shortPayload(group, kind)).map((param, number) => ({
        id: hostileId(group, number),
        parent_id: null,
        type: number === 7 ? 'product' : 'other',
        alias: shortPayload(group, number),
        name: text,
        active: 1,
        image_large: next('tile.image_large', ADDRESSES),
        image_small: next('tile.image_small', ADDRESSES),
        action: actions[number] ?? (number === 7 ? '' : text),
        params: param,
        content_id: number === 7 ? 'qamra-rc' : shortPayload(group, number),
      })),
    )
  }

  function rewrite(path: string, answer: Json): Json {
    const filled = {
      ...answer,
      ...(path.endsWith('/international-bridge/providers') && {
        providers: fill(answer.providers, (copy, number) => ({ ...copy, id: 90_000 + number })),
      }),
      ...(path.endsWith('/international-bridge/provider') && {
        amounts: fill(answer.amounts, (copy, number) => ({ ...copy, id: `copy-${number}` })),
      }),
      ...(path.endsWith('/international-bridge/categories') && {
        categories: fill(answer.categories, (copy, number) => ({ ...copy, id: `copy-${number}` })),
      }),
    }
    const poisoned = poison(filled, '') as Json
    if (path.endsWith('/frontview') && Array.isArray(poisoned.elements)) {
      return { ...poisoned, elements: [...(poisoned.elements as Json[]), ...hostileTiles()] }
    }
    return poisoned
  }

  const server = createServer((request, response) => {
    const handOn = async () => {
      // A picture from a hostile provider is an SVG with a script.
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'image/svg+xml' })
        return response.end(
          `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('picture')"><script>alert('picture')</script></svg>`,
        )
      }
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const came = await fetch(`${serviceUrl}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      })
      const text = await came.text()
      const isJson = (came.headers.get('content-type') ?? '').includes('json')
      const body = isJson ? JSON.stringify(rewrite(request.url ?? '', JSON.parse(text) as Json)) : text
      response.writeHead(came.status, { 'content-type': came.headers.get('content-type') ?? 'application/json' })
      return response.end(body)
    }
    handOn().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentIn: (field) => sent.get(field) ?? new Set(),
    fields: () => [...sent.keys()],
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
