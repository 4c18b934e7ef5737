import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'

import type { JournalTables } from '../schema/tables.ts'

/** A placeholder for a value that each run supplies. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Runs on the journal, or inside the transaction `on`. */
export type FixedQuery<Values, Row> = (values: Values, on?: Kysely<JournalTables>) => Promise<QueryResult<Row>>

/**
 * Kysely compiles its SQL once. `build` receives a placeholder for each value and may only pass it on to the query. Every run has to supply the same values; a
 * missing one throws.
 */
export function fixedQuery<Values extends object, Row>(
  db: Kysely<JournalTables>,
  build: (slots: Values) => Compilable<Row>,
): FixedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  return async (values, on = db) => {
    compiled ??= build(slotsFor(values)).compile()
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? valueOf(value, values) : value))
    return on.executeQuery({ ...compiled, parameters })
  }
}

const slotsFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values

function valueOf({ name }: Slot, values: object): unknown {
  const value = (values as Record<string, unknown>)[name]
  if (value === undefined) throw new TypeError(`the query has no value for ${name}`)
  return value
}
