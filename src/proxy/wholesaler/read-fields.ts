import * as v from 'valibot'

import { isJsonObject } from './parse-json.ts'

/** Where a value lies: `services[3]` of `/services`. */
export type Place = { answer: string; at?: string }
export type FieldsRead<T> = { ok: true; value: T; dropped: string[] } | { ok: false; problem: string }

/**
 * Reads `value` by `schema`. A field that is not `needed` and of a wrong type is dropped and named, never guessed; a needed one makes the
 * whole unreadable, and `problem` says which field of which answer it is.
 */
export function readFields<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  place: Place,
  needed: readonly string[],
): FieldsRead<v.InferOutput<S>> {
  const first = v.safeParse(schema, value)
  if (first.success) return { ok: true, value: first.output, dropped: [] }

  const dropped = first.issues.map((issue) => ({ path: keysOf(issue), problem: sayIssue(issue, place) }))
  const fatal = dropped.find(({ path }) => path.length === 0 || needed.includes(path.join('.')))
  if (fatal) return { ok: false, problem: fatal.problem }

  const rest: unknown = structuredClone(value)
  for (const { path } of dropped) remove(rest, path)
  const second = v.safeParse(schema, rest)
  if (!second.success) return { ok: false, problem: sayIssue(second.issues[0], place) }
  return { ok: true, value: second.output, dropped: dropped.map(({ problem }) => problem) }
}

export const fieldProblem = ({ answer, at }: Place, field: string, what: string): string =>
  `\`${[at, field].filter(Boolean).join('.')}\` of ${answer} ${what}`

type Issue = v.BaseIssue<unknown>
const keysOf = (issue: Issue): string[] => issue.path?.map((step) => String(step.key)) ?? []

function sayIssue(issue: Issue, place: Place): string {
  const field = keysOf(issue).join('.')
  const what = issue.input === undefined ? 'is missing' : `cannot be read: ${nameType(issue.input)}`
  return field === '' && place.at === undefined
    ? `the answer of ${place.answer} ${what}`
    : fieldProblem(place, field, what)
}

/** The kind of a value, never the value: an answer must not reach a log. */
function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const names: Record<string, string> = { string: 'a text', number: 'a number', boolean: 'a flag', object: 'an object' }
  return names[typeof value] ?? 'nothing known'
}

function remove(value: unknown, path: string[]): void {
  const [key, ...rest] = path
  if (key === undefined || !isJsonObject(value)) return
  if (rest.length === 0) delete value[key]
  else remove(value[key], rest)
}
