/**
 * The expected outcome of each element, derived from the rules alone. This file shares no code with the code that it
 * judges, and walks from every element up to its root, so it is slow.
 */
export type Outcome = 'opens' | 'sells' | 'leads' | 'page' | 'wizard' | 'text' | 'unavailable' | 'broken-link' | 'unsupported' // prettier-ignore
type Why = 'duplicate-id' | 'parent-missing' | 'cycle'

export type Placed = {
  id: string
  raw: Raw
  path: string[]
  children: string[]
  isReachable: boolean
  isActive: boolean
  outcomes: Outcome[]
  goal?: string
}
export type Expected = { placed: Map<string, Placed>; roots: string[]; dropped: { id: string; reason: Why }[] }

type Raw = Record<string, unknown>
type Known = { raw: Raw; id: string; parent: string | undefined }

export function expectOf(frontview: string, services: string): Expected {
  const known = elementsOf(JSON.parse(frontview) as { elements: unknown[] })
  const first = new Map<string, Known>()
  for (const each of known) if (!first.has(each.id)) first.set(each.id, each)
  const isFirst = (each: Known) => first.get(each.id) === each

  const ways = new Map(known.filter(isFirst).map((each) => [each.id, wayUp(each, first)]))
  const dropped = known.flatMap((each): { id: string; reason: Why }[] => {
    const way = ways.get(each.id)
    if (!isFirst(each)) return [{ id: each.id, reason: 'duplicate-id' }]
    return typeof way === 'string' ? [{ id: each.id, reason: way }] : []
  })

  const placed = new Map<string, Placed>()
  for (const [id, way] of ways) {
    if (typeof way === 'string' || !way) continue
    const above = way.slice(1).map((one) => one.raw)
    placed.set(id, {
      id,
      raw: way[0]!.raw,
      path: way.map((one) => one.id).toReversed(),
      children: [],
      isReachable: above.every(isActive),
      isActive: isActive(way[0]!.raw),
      outcomes: [],
    })
  }
  const roots: string[] = []
  for (const { id, path } of placed.values()) {
    const parent = path.at(-2)
    if (parent === undefined) roots.push(id)
    else placed.get(parent)!.children.push(id)
  }
  const rules = { sellable: sellableIds(services), placed, isBridgeOff: bridgeIsOff(services) }
  for (const each of placed.values()) judge(each, rules)
  return { placed, roots, dropped }
}

function elementsOf({ elements }: { elements: unknown[] }): Known[] {
  return elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) return []
    const raw = element as Raw
    const id = idIn(raw.id)
    const parent = ['[]', '{}', 'false', 'null', undefined].includes(JSON.stringify(raw.parent_id))
      ? ''
      : idIn(raw.parent_id)
    return id === undefined || id === '' || parent === undefined ? [] : [{ raw, id, parent: parent || undefined }]
  })
}

const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value)) ? `${value}` : undefined

/** Returns the element and its ancestors up to the root, or the reason why the chain reaches no root. */
function wayUp(start: Known, first: Map<string, Known>): Known[] | Why {
  const way = [start]
  const seen = new Set([start.id])
  for (let at = start; at.parent !== undefined;) {
    const parent = first.get(at.parent)
    if (!parent) return 'parent-missing'
    if (seen.has(parent.id)) return 'cycle'
    seen.add(parent.id)
    way.push(parent)
    at = parent
  }
  return way
}

const isActive = ({ active }: Raw): boolean => [1, '1', true, 'yes', null, undefined].includes(active as never)

type Rules = { sellable: Set<string>; isBridgeOff: boolean; placed: Map<string, Placed> }

function judge(each: Placed, rules: Rules): void {
  const { raw } = each
  const action = typeof raw.action === 'string' ? raw.action.trim() : ''
  if (!each.isActive || !each.isReachable) each.outcomes = ['unavailable']
  else if (action === '') each.outcomes = byType(each, rules)
  else if (action === 'gotoCategory') lead(each, rules)
  else if (action === 'gotoPage') each.outcomes = text(paramsOf(raw).page) ? ['page'] : ['broken-link', 'unsupported']
  else if (action === 'international') each.outcomes = rules.isBridgeOff ? ['unavailable', 'wizard'] : ['wizard']
  else each.outcomes = ['unsupported']
}

function byType({ raw, children }: Placed, { sellable }: Rules): Outcome[] {
  if (raw.type === 'category') return ['opens']
  if (raw.type === 'other') return ['text']
  if (raw.type === 'product') return sellable.has(idIn(raw.content_id) ?? '') ? ['sells'] : ['unavailable']
  return children.length > 0 ? ['opens'] : ['unsupported']
}

function lead(each: Placed, { placed }: Rules): void {
  const alias = text(paramsOf(each.raw).target_alias)
  const goal = alias && [...placed.values()].find(({ raw }) => raw.alias === alias)
  if (!goal || goal === each || !goal.isActive || !goal.isReachable || goal.raw.type === 'product')
    each.outcomes = ['broken-link']
  else {
    const isShelf = goal.raw.type === 'category' || goal.children.length > 0
    each.outcomes = isShelf ? ['leads'] : ['leads', 'broken-link']
    each.goal = goal.id
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() ? value : undefined)

/** The params as an object, whether they came as an object or as JSON text. */
export function paramsOf({ params }: Raw): Raw {
  const value = typeof params === 'string' ? parsed(params) : params
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}
}

/** Returns nothing for text that is not JSON or that contains a prototype key. */
function parsed(json: string): unknown {
  let isForeign = false
  try {
    const value: unknown = JSON.parse(json, (key, entry: unknown) => {
      if (key === '__proto__' || key === 'prototype') isForeign = true
      return entry
    })
    return isForeign ? undefined : value
  } catch {
    return undefined
  }
}

/** Ids of active, readable services. If several readable services have the same id, the first one counts. */
function sellableIds(services: string): Set<string> {
  return new Set([...readableServices(services)].filter(([, isOn]) => isOn).map(([id]) => id))
}

const bridgeIsOff = (services: string) => readableServices(services).get('international-bridge') === false

function readableServices(services: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const each of (JSON.parse(services) as { services: unknown[] }).services) {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) continue
    const service = each as Raw
    const id = idIn(service.id)
    if (id === undefined || typeof service.amount_min !== 'number' || found.has(id)) continue
    found.set(id, service.active === true || service.active === 1 || service.active === '1')
  }
  return found
}
