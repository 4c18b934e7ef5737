import type { Kysely } from 'kysely'

/** A person has at most one badge that is not blocked, and a card is the badge of at most one person. */
export type BadgesColumns = {
  id: string
  staff_id: string
  /** Of the card's code, with a key outside the journal (`badgeKeyOf`). */
  digest: string
  created_at: number
  blocked_at: number | null
}

export async function createBadges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('badges')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('blocked_at', 'bigint')
    .execute()
  for (const whose of ['staff_id', 'digest']) {
    await db.schema
      .createIndex(`badges_active_by_${whose}`)
      .unique()
      .on('badges')
      .column(whose)
      .where('blocked_at', 'is', null)
      .execute()
  }
  await db.schema.createIndex('badges_by_digest').on('badges').column('digest').execute()
  await db.schema.alterTable('sessions').addColumn('badge_id', 'text').execute()
}
