import * as v from 'valibot'

// Used by tests and by `npm run bench -- refused-bodies`, so it must not import anything from a test framework.

/** A valibot schema, or an action of its pipe, with the parts that are read here. */
type Node = v.GenericSchema & {
  pipe?: Node[]
  entries?: Record<string, Node>
  options?: Node[] | string[]
  wrapped?: Node
  item?: Node
  literal?: unknown
  requirement?: unknown
}

const stepsOf = (schema: Node): Node[] =>
  (schema.pipe ?? [schema]).flatMap((step) => (step.pipe && step !== schema ? stepsOf(step) : [step]))

const isSchema = (value: unknown): value is Node => typeof value === 'object'
const innerOf = ({ entries = {}, options = [], wrapped, item }: Node): [string, Node][] => [
  ...Object.entries(entries),
  ...options.filter(isSchema).map((option): [string, Node] => ['|', option]),
  ...(wrapped ? [['', wrapped] as [string, Node]] : []),
  ...(item ? [['[]', item] as [string, Node]] : []),
]

/** The schema and all schemas inside it, each with its path. */
export function* schemasIn(schema: v.GenericSchema, at = ''): Generator<{ at: string; schema: v.GenericSchema }> {
  yield { at, schema }
  for (const step of stepsOf(schema as Node))
    for (const [name, inner] of innerOf(step)) yield* schemasIn(inner, `${at} ${name}`)
}

const OPEN_ENDED = ['record', 'map', 'set', 'any', 'object', 'loose_object', 'lazy', 'tuple_with_rest']

/** Whether every part of this schema, apart from nested schemas, checks the length of the value first. */
export function isBounded(schema: v.GenericSchema): boolean {
  const steps = stepsOf(schema as Node)
  return steps.every(({ type }, at) => {
    if (type === 'string' || type === 'custom') return steps[at + 1]?.type === 'max_length'
    if (type === 'array') return steps.slice(0, at).some((step) => step.type === 'max_length')
    return !OPEN_ENDED.includes(type)
  })
}

/** How many elements a list of this schema may have. `undefined` if it is not a list. */
export function longestOf(schema: v.GenericSchema): number | undefined {
  const steps = stepsOf(schema as Node)
  if (!steps.some(({ type }) => type === 'array')) return undefined
  return steps.find(({ type }) => type === 'max_length')?.requirement as number
}

const TEXTS = [
  'a',
  '1',
  '2580',
  '97150',
  'AED',
  '01JD6X0000000000000000000A',
  '22:30',
  'a@b.example',
  'https://a.example/',
]

function sampleOf(schema: Node): unknown {
  const samples = stepsOf(schema).flatMap(({ type, entries, options = [], wrapped, item, literal }): unknown[] => {
    if (type === 'string') return TEXTS
    if (type === 'number') return [1, 2, 8, 80]
    if (type === 'boolean') return [true]
    if (type === 'literal') return [literal]
    if (entries) return [Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, sampleOf(entry)]))]
    if (wrapped) return [sampleOf(wrapped)]
    if (item) return [[sampleOf(item)], []]
    return options.map((option) => (isSchema(option) ? sampleOf(option) : option))
  })
  return samples.find((sample) => v.is(schema, sample))
}

export type Place = {
  at: string
  /** The JSON of a body that has this value in the place and is otherwise valid. */
  bodyWith: (json: string) => string
  element?: string | undefined
}

/** The places of a body that could contain a long value. */
export function* placesIn(schema: v.GenericSchema, at = ''): Generator<Place> {
  const steps = stepsOf(schema as Node)
  const item = steps.find(({ type }) => type === 'array')?.item
  yield { at, bodyWith: (json) => json, element: item && JSON.stringify(sampleOf(item)) }
  for (const { entries, options = [], wrapped, ...step } of steps) {
    const inner = [...options.filter(isSchema), ...(wrapped ? [wrapped] : [])]
    for (const option of inner) yield* placesIn(option, at)
    for (const place of step.item ? placesIn(step.item, `${at}[]`) : [])
      yield { ...place, bodyWith: (json) => `[${place.bodyWith(json)}]` }
    for (const [key, entry] of Object.entries(entries ?? {}))
      for (const place of placesIn(entry, `${at}.${key}`))
        yield { ...place, bodyWith: (json) => objectOf(entries ?? {}, key, place.bodyWith(json)) }
  }
}

function objectOf(entries: Record<string, Node>, key: string, json: string): string {
  const members = Object.entries(entries).map(([each, entry]) => {
    const member = each === key ? json : JSON.stringify(sampleOf(entry))
    return member === undefined ? [] : [`${JSON.stringify(each)}:${member}`]
  })
  return `{${members.flat().join(',')}}`
}
