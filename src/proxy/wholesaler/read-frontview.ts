import { Element, Frontview } from '#contract/wholesaler/frontview.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import type { Tile, TileAction } from '#domain/frontview.ts'
import { isJsonObject, parseJsonObject, type JsonObject } from './parse-json.ts'
import { plainLines } from './plain-text.ts'
import { fieldProblem, readFields, type Place } from './read-fields.ts'
import type { Read } from './wholesaler.ts'

/** The elements in the wholesaler's order (spec 2.5). One odd element is left out by name and does not hide the others. */
export function readFrontview(answer: JsonObject, base: URL): Read<{ tiles: Tile[]; leftOut: string[] }> {
  const list = readFields(Frontview, answer, { answer: wholesalerPaths.frontview }, ['elements'])
  if (!list.ok) return { ok: false, reason: 'unreadable', problem: list.problem }
  const tiles: Tile[] = []
  const leftOut: string[] = []
  for (const [index, element] of list.value.elements.entries()) {
    const tile = readTile(element, { answer: wholesalerPaths.frontview, at: `elements[${index}]` }, base)
    if (typeof tile === 'string') leftOut.push(tile)
    else tiles.push(tile)
  }
  return { ok: true, value: { tiles, leftOut } }
}

/** The tile, or why it is left out: without its id, or with a parent nobody can name, it has no place in the tree. */
function readTile(element: unknown, place: Place, base: URL): Tile | string {
  const read = readFields(Element, element, place, ['id', 'parent_id'])
  if (!read.ok) return read.problem
  const wire = read.value
  if (wire.id === '') return fieldProblem(place, 'id', 'is empty')
  const params = readParams(wire.params)
  const type = wire.type === 'category' || wire.type === 'product' ? wire.type : 'other'
  const tile: Tile = {
    id: wire.id,
    type,
    name: readName(wire.name ?? ''),
    // Nobody said that it is inactive.
    isActive: wire.active ?? true,
    action: readAction(type, wire, params),
  }
  if (wire.parent_id) tile.parentId = wire.parent_id
  if (wire.alias) tile.alias = wire.alias
  const imageLarge = findPicture(wire.image_large, base)
  if (imageLarge) tile.imageLarge = imageLarge
  const imageSmall = findPicture(wire.image_small, base)
  if (imageSmall) tile.imageSmall = imageSmall
  const warning = findText(params.warning)
  if (warning) tile.warning = warning
  return tile
}

function readName(name: string): string {
  return plainLines(name.replace(/<br\s*\/?>/gi, '\n'))
}

function readAction(type: Tile['type'], { action, content_id }: Element, params: JsonObject): TileAction {
  const name = action?.trim() ?? ''
  const page = findText(params.page)
  const alias = findText(params.target_alias)
  switch (name) {
    case '':
      if (type === 'category') return { kind: 'open' }
      return type === 'product' && content_id ? { kind: 'sell', serviceId: content_id } : { kind: 'none' }
    case 'gotoCategory':
      return alias ? { kind: 'go-to', alias } : { kind: 'unsupported', name }
    case 'gotoPage':
      return page ? withPayload(page, params.params) : { kind: 'unsupported', name }
    case 'international': {
      const country = findText(params.country)
      const group = findText(params.group)
      return { kind: 'international', ...(country ? { country } : {}), ...(group ? { group } : {}) }
    }
    default:
      return { kind: 'unsupported', name: plainLines(name).slice(0, MAX_NAME) }
  }
}

const MAX_NAME = 60

/** The payload is often JSON text (spec 2.5); it stays text for the page that knows it. */
function withPayload(page: string, payload: unknown): TileAction {
  if (typeof payload === 'string') return payload === '' ? { kind: 'page', page } : { kind: 'page', page, payload }
  return isJsonObject(payload) ? { kind: 'page', page, payload: JSON.stringify(payload) } : { kind: 'page', page }
}

const NO_PARAMS: JsonObject = {}

/** An object, JSON text of one, or nothing: `[]`, null, empty text (spec 2.5). */
function readParams(params: unknown): JsonObject {
  if (isJsonObject(params)) return params
  if (typeof params !== 'string') return NO_PARAMS
  const parsed = parseJsonObject(params, MAX_PARAMS_DEPTH)
  return parsed.ok ? parsed.value : NO_PARAMS
}

const MAX_PARAMS_DEPTH = 8

/** Flags and logos come as whole addresses or as paths on the wholesaler's own host; only http and https are pictures. */
function findPicture(value: string | null | undefined, base: URL): string | undefined {
  const text = value?.trim()
  if (!text || !URL.canParse(text, base.origin)) return undefined
  const url = new URL(text, base.origin)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

const findText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? plainLines(value).trim() : undefined
