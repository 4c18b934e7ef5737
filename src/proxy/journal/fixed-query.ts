import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'

import type { JournalTables } from './tables.ts'

/** Where a value is put in at each run. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Runs on the journal, or as a part of the transaction `on`. */
export type FixedQuery<Values, Row> = (values: Values, on?: Kysely<JournalTables>) => Promise<QueryResult<Row>>

/**
 * A query that is always the same but for its values: Kysely writes its SQL at the first run, and later runs only put their values in.
 * `build` gets a slot in the place of each value, and may do nothing with it but pass it on to the query. Every run names the same values;
 * one that is missing throws.
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
