import type { Kysely } from 'kysely'

/** What a line of a basket or list counts toward limits. The columns of `batches` count for the lines of a quantity. */
export async function addLineContents(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: 'text' | 'bigint') =>
    db.schema.alterTable('batch_lines').addColumn(name, type).execute()
  await add('limit_amount', 'text')
  await add('limit_currency', 'text')
  await add('limit_voucher', 'bigint')
  await add('limit_account', 'text')
}
