import { arrangeTiles, type Storefront, type Tile } from '#domain/catalog/frontview.ts'
import { CALL_LIMITS } from '#server/wholesaler/call-limits.ts'
import { parseJsonObject, type JsonObject } from '#server/lib/json/parse-json.ts'
import { readFrontview } from '#server/wholesaler/read/read-frontview.ts'
import { readServices } from '#server/wholesaler/read/read-services.ts'
import type { WireShop } from './any-frontview.ts'
import { expectOf, paramsOf, type Expected, type Outcome, type Placed } from './expected.ts'

const BASE = new URL('https://service.example/api')

/** Reads and arranges a catalog as the server and the browser do. */
export function arrangeWire({ frontview, services }: WireShop): { storefront: Storefront; tiles: Tile[] } {
  const read = readFrontview(parse(frontview), BASE)
  const listed = readServices(parse(services))
  if (!read.ok || !listed.ok) throw new Error('a list whose elements are odd was not read')
  const { tiles } = read.value
  return { tiles, storefront: arrangeTiles(tiles, new Map(listed.value.services.map((one) => [one.id, one]))) }
}

function parse(text: string): JsonObject {
  const parsed = parseJsonObject(text, CALL_LIMITS.jsonDepth)
  if (!parsed.ok) throw new Error(`not read: ${parsed.reason}`)
  return parsed.value
}

/** Throws if an element is lost, shown twice or has the wrong outcome. Returns how many elements it judged. */
export function judgeWire(wire: WireShop): number {
  const { storefront, tiles } = arrangeWire(wire)
  const expected = expectOf(wire.frontview, wire.services)
  judgePlaces(storefront, expected)
  for (const each of expected.placed.values()) judgeTile(storefront, each)

  const dropped = storefront.findDropped()
  same('what was dropped', dropped.map(({ tile, reason }) => `${tile.id} ${reason}`), expected.dropped.map(({ id, reason }) => `${id} ${reason}`)) // prettier-ignore
  same('placed and dropped', storefront.placed.length + dropped.length, tiles.length)
  for (const { id, reason } of expected.dropped)
    if (reason !== 'duplicate-id') same(`what became of ${id}`, outcomeOf(storefront, id), 'dropped')
  return tiles.length
}

/** Checks that the tiles are in the order of the list, from the roots down, and that none appears twice. */
function judgePlaces(storefront: Storefront, { placed, roots }: Expected): void {
  same('the roots', idsOf(storefront.roots), roots)
  const inOrder: string[] = []
  const waiting = roots.toReversed()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    inOrder.push(id)
    waiting.push(...placed.get(id)!.children.toReversed())
  }
  same('all in their places', idsOf(storefront.placed), inOrder)
  same('nothing twice', new Set(inOrder).size, inOrder.length)
}

function judgeTile(storefront: Storefront, each: Placed): void {
  const { id, path, children, raw, isReachable, isActive, outcomes, goal } = each
  const tile = storefront.find(id)
  if (!tile) throw new Error(`${id} is lost`)
  same(`the way to ${id}`, idsOf(storefront.pathTo(id)), path)
  same(`what lies on ${id}`, idsOf(storefront.childrenOf(id)), isReachable && isActive ? children : [])
  same(`whether one gets to ${id}`, storefront.isReachable(id), isReachable)
  const outcome = outcomeOf(storefront, id)
  if (!outcomes.some((one) => one === outcome))
    throw new Error(`${id} became ${outcome}, and has to be ${outcomes.join(' or ')}`)
  if (outcome === 'leads') same(`where ${id} leads`, storefront.targetOf(tile)?.id, goal)
  if (outcome === 'sells' && tile.action.kind === 'sell')
    same(`what ${id} sells`, tile.action.serviceId, String(raw.content_id))
  if (outcome === 'page' && tile.action.kind === 'page') same(`the page of ${id}`, tile.action.page, paramsOf(raw).page)
  judgeWords(tile, raw)
}

/** If several elements have the same id, the first one is shown, with its own name and warning. */
function judgeWords({ id, name, warning }: Tile, raw: Record<string, unknown>): void {
  const [mark = ''] = String(raw.name).split(' ')
  same(`the name of ${id}`, name.split(' ')[0], mark)
  if (/<br\s*\/?>/i.test(name)) throw new Error(`${id} shows a <br>`)
  if (String(raw.name).includes('<script>') && !name.includes('<script>')) throw new Error(`${id} lost its text`)
  const said = paramsOf(raw).warning
  same(`the warning of ${id}`, warning, typeof said === 'string' && said.trim() !== '' ? said : undefined)
}

export function outcomeOf(storefront: Storefront, id: string): Outcome | 'dropped' {
  const tile = storefront.find(id)
  if (!tile) return 'dropped'
  const blockReason = storefront.blockReasonOf(id)
  if (blockReason) return blockReason
  const does = { open: 'opens', sell: 'sells', 'go-to': 'leads', page: 'page', international: 'wizard' } as const
  const { kind } = tile.action
  if (kind === 'none' || kind === 'unsupported') throw new Error(`${id} may be pressed, and does nothing`)
  return does[kind]
}

const idsOf = (tiles: readonly Tile[]) => tiles.map(({ id }) => id)

function same(what: string, found: unknown, expected: unknown): void {
  const isSame =
    Array.isArray(found) && Array.isArray(expected)
      ? found.length === expected.length && found.every((one, at) => one === expected[at])
      : found === expected
  if (!isSame) throw new Error(`${what}: ${JSON.stringify(found)}, and has to be ${JSON.stringify(expected)}`)
}
