import * as v from 'valibot'

import { isAbsent, isJsonObject, type JsonObject } from '../../lib/json/parse-json.ts'
import { findLine, isName } from '../plain-text.ts'

/** Such as `services[3]` of `/services`. `note` receives what was dropped. */
export type Place = { answer: string; at?: string; note?: (problem: string) => void }
export type FieldsRead<T> = { ok: true; value: T; dropped: string[] } | { ok: false; problem: string }

/**
 * A field of a wrong type is dropped and named, never guessed; an empty one is only dropped. If it is `needed`, the whole value is unreadable, and `problem`
 * names field and answer.
 */
export function readFields<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  place: Place,
  needed: readonly string[],
): FieldsRead<v.InferOutput<S>> {
  const isFatal = (issue: Issue) => {
    const path = keysOf(issue)
    return path.length === 0 || needed.includes(path.join('.'))
  }
  // Thousands of bad elements cost little, because most of them lack a needed field.
  const first = v.safeParse(schema, value, { abortEarly: true })
  if (first.success) return { ok: true, value: first.output, dropped: [] }
  if (isFatal(first.issues[0])) return { ok: false, problem: sayIssue(first.issues[0], place) }

  const { issues = [] } = v.safeParse(schema, value)
  const fatal = issues.find(isFatal)
  if (fatal) return { ok: false, problem: sayIssue(fatal, place) }

  const rest = issues.reduce<unknown>((rest, issue) => without(rest, keysOf(issue)), value)
  const second = v.safeParse(schema, rest)
  if (!second.success) return { ok: false, problem: sayIssue(second.issues[0], place) }
  const dropped = issues.filter(({ input }) => !isAbsent(input)).map((issue) => sayIssue(issue, place))
  if (place.note) dropped.forEach(place.note)
  return { ok: true, value: second.output, dropped }
}

export const fieldProblem = ({ answer, at }: Place, field: string, what: string): string =>
  `\`${[at, field].filter(Boolean).join('.')}\` of ${answer} ${what}`

/** A blank name is replaced by the id, which is noted. */
export function readName(name: string | null | undefined, id: string, place: Place): string {
  const line = findLine(name)
  if (line !== undefined && isName(line)) return line
  place.note?.(fieldProblem(place, 'name', 'is blank, so its id is shown'))
  return findLine(id) ?? '?'
}

type Issue = v.BaseIssue<unknown>
const keysOf = (issue: Issue): string[] => issue.path?.map((step) => String(step.key)) ?? []

function sayIssue(issue: Issue, place: Place): string {
  const field = keysOf(issue).join('.')
  const what = issue.input === undefined ? 'is missing' : isTooLong(issue) ? TOO_LONG(issue) : WRONG_TYPE(issue)
  return field === '' && place.at === undefined
    ? `the answer of ${place.answer} ${what}`
    : fieldProblem(place, field, what)
}

const isTooLong = ({ type, input }: Issue) => type === 'max_length' && typeof input === 'string'
const TOO_LONG = ({ expected }: Issue) => `is longer than ${expected?.replace('<=', '')} characters`
const WRONG_TYPE = ({ input }: Issue) => `cannot be read: ${nameType(input)}`

/** The log must not contain values of an answer. */
function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const names: Record<string, string> = { string: 'a text', number: 'a number', boolean: 'a flag', object: 'an object' }
  return names[typeof value] ?? 'nothing known'
}

/** Copies only the objects on the path. */
function without(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined || !isJsonObject(value) || !Object.hasOwn(value, key)) return value
  if (rest.length > 0) return { ...value, [key]: without(value[key], rest) }
  const { [key]: _, ...others }: JsonObject = value
  return others
}
