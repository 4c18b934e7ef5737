import { Element, Frontview } from '#wholesaler-api/catalog.ts'
import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { Tile, TileAction } from '#domain/catalog/frontview.ts'
import { runToEnd, type Chunks } from '../../lib/cooperative.ts'
import { isAbsent, isJsonObject, parseJsonObject, type JsonObject } from '../../lib/json/parse-json.ts'
import { findPicture, type PictureSource } from '../picture.ts'
import { isName, plainLines, withoutCommands } from '../plain-text.ts'
import { fieldProblem, readFields, type Place } from './read-fields.ts'
import { readElements, type Skipped } from './read-list.ts'
import type { Read } from '../wholesaler.ts'

/** Reads in the wholesaler's order (spec 2.5). An unreadable element is skipped and named, and doesn't hide the others. */
export function* readFrontviewInPieces(
  answer: JsonObject,
  pictures: PictureSource,
): Chunks<Read<{ tiles: Tile[] } & Skipped>> {
  const list = readFields(Frontview, answer, { answer: wholesalerPaths.frontview }, ['elements'])
  if (!list.ok) return { ok: false, reason: 'unreadable', problem: list.problem }
  const tiles: Tile[] = []
  const place = { answer: wholesalerPaths.frontview, at: 'elements' }
  const skipped = yield* readElements(list.value.elements, place, (element, at) => {
    const tile = readTile(element, at, pictures)
    if (typeof tile === 'string') return tile
    tiles.push(tile)
    return undefined
  })
  // A database that has no null for the parent sends 0.
  if (!tiles.some(({ id }) => id === '0')) for (const tile of tiles) if (tile.parentId === '0') delete tile.parentId
  return { ok: true, value: { tiles, ...skipped } }
}

export const readFrontview = (answer: JsonObject, pictures: PictureSource) =>
  runToEnd(readFrontviewInPieces(answer, pictures))

/** A string says why the tile is skipped: without an id, or with an unreadable parent, it has no place in the tree. */
function readTile(element: unknown, place: Place, pictures: PictureSource): Tile | string {
  const read = readFields(Element, element, place, ['id', 'parent_id'])
  if (!read.ok) return read.problem
  const wire = read.value
  if (wire.id === '') return fieldProblem(place, 'id', 'is empty')
  const params = readParams(wire.params)
  const type = readType(wire.type)
  const action: TileAction =
    typeof wire.action === 'string' || (isJsonObject(element) && isAbsent(element.action))
      ? readAction(type, wire, params)
      : { kind: 'unsupported', name: '' }
  const tile: Tile = {
    id: wire.id,
    type,
    name: readTileName(wire.name, { id: wire.id, action }, place),
    isActive: wire.active ?? isActiveUnsaid(element),
    action,
  }
  if (wire.parent_id) tile.parentId = wire.parent_id
  // Read like the links that name it.
  const alias = findText(wire.alias)
  if (alias) tile.alias = alias
  const imageLarge = findPicture(wire.image_large, pictures)
  if (imageLarge) tile.imageLarge = imageLarge
  const imageSmall = findPicture(wire.image_small, pictures)
  if (imageSmall) tile.imageSmall = imageSmall
  const warning = typeof params.warning === 'string' ? plainLines(params.warning, SHOWN.warning).trim() : ''
  if (warning) tile.warning = warning
  return tile
}

function readType(type: string | null | undefined): Tile['type'] {
  switch (type) {
    case 'category':
    case 'product':
    case 'other':
      return type
    default:
      return 'unknown'
  }
}

/** True if `active` was not sent. An unreadable value doesn't count as absent. */
const isActiveUnsaid = (element: unknown): boolean => isJsonObject(element) && (element.active ?? null) === null

/** Keeps the lines. A blank name of a product is replaced by its service's name; that of anything else that can be pressed, by its id, which is noted. */
function readTileName(
  name: string | null | undefined,
  { id, action }: Pick<Tile, 'id' | 'action'>,
  place: Place,
): string {
  const lines = plainLines(name ?? '', SHOWN.name)
  if (isName(lines) || action.kind === 'none') return lines
  place.note?.(fieldProblem(place, 'name', 'is blank'))
  return action.kind === 'sell' ? '' : id
}

function readAction(type: Tile['type'], { action, content_id }: Element, params: JsonObject): TileAction {
  const name = action?.trim() ?? ''
  const page = findText(params.page)
  const alias = findText(params.target_alias)
  switch (name) {
    case '':
      if (type === 'product') return { kind: 'sell', serviceId: content_id ?? '' }
      return { kind: type === 'other' ? 'none' : 'open' }
    case 'gotoCategory':
      return { kind: 'go-to', alias: alias ?? '' }
    case 'gotoPage':
      return withPayload(page ?? '', params.params)
    case 'international': {
      const country = findText(params.country)
      const group = findText(params.group)
      const product = findText(params.product_slug)
      return {
        kind: 'international',
        ...(country ? { country } : {}),
        ...(group ? { group } : {}),
        ...(product ? { product } : {}),
      }
    }
    default:
      return { kind: 'unsupported', name: plainLines(name, SHOWN.action) }
  }
}

/** The payload is often JSON text (spec 2.5) and stays text for its page. */
function withPayload(page: string, payload: unknown): TileAction {
  const text = isJsonObject(payload) ? JSON.stringify(payload) : payload
  const isReadable = typeof text === 'string' && text !== '' && text.length <= BOUNDS.payload
  return isReadable ? { kind: 'page', page, payload: text } : { kind: 'page', page }
}

const NO_PARAMS: JsonObject = {}

/** Parameters are sent as an object, as its JSON text, or as nothing (`[]`, null, empty text) (spec 2.5). */
function readParams(params: unknown): JsonObject {
  if (isJsonObject(params)) return params
  if (typeof params !== 'string' || params.length > BOUNDS.params) return NO_PARAMS
  const parsed = parseJsonObject(params, MAX_PARAMS_DEPTH)
  return parsed.ok ? parsed.value : NO_PARAMS
}

const MAX_PARAMS_DEPTH = 8

/** Reads identifying text. A name of digits may be sent as a number. */
function findText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > BOUNDS.id || text.trim() === '') return undefined
  return withoutCommands(text).trim()
}
