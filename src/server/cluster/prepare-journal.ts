import type { Kysely } from 'kysely'

import { BadConfig, type Config } from '../config/config.ts'
import { secretsOf, type ShopSecrets } from './router.ts'
import { findAccount, isSameAccount, type WholesalerAccount } from '../database/account-store.ts'
import { nameOf } from '../config/database-url.ts'
import { openJournal } from '../database/database.ts'
import { isLed } from '../database/leases.ts'
import { findOtherJournalOf } from '../database/schema/schemas.ts'
import type { Migrated } from '../database/migrate.ts'
import { backUpFirst } from '../database/maintenance/backup-before-migration.ts'
import { detectRollback } from '../database/maintenance/rollback-detection.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { accountName, mayBindAgain, refuseOtherAccount } from '../account/open-account.ts'
import { bindPepper } from '../staff/pins/pins.ts'

type OnMigrated = (shopId: string | undefined, migrated: Migrated) => void

/** Migrates the journal and checks its account and pepper. Throws the errors of `isStartProblem`. */
export async function prepareJournal(config: Config, onMigrated: OnMigrated): Promise<ShopSecrets> {
  const { account, database, dataFolder, pepperFolder } = config
  /** Runs before the migration, so no empty journal is left behind. */
  const refuseSecondJournal = async (db: Kysely<JournalTables>): Promise<void> => {
    const other = account && (await findOtherJournalOf(db, account))
    if (other !== undefined) throw accountOfOther(config, other)
  }
  const { db } = await openJournal(database, undefined, {
    beforeMigration: refuseSecondJournal,
    backUp: backUpFirst(config),
    onMigrated: (migrated) => onMigrated(config.shop?.id, migrated),
  })
  try {
    const bound = await findAccount(db)
    if (bound && account) await refuseOtherForGood(config, db, bound, accountName(config, account))
    makeFolder(dataFolder)
    const pepper = await bindPepper(db, pepperFolder, dataFolder)
    await detectRollback(db, dataFolder, database)
    return secretsOf(pepper, config.shop?.id)
  } finally {
    await db.destroy()
  }
}

/** An unused journal is bound again when the shop is opened, unless a process leads it for the previous account. */
async function refuseOtherForGood(
  config: Config,
  db: Kysely<JournalTables>,
  bound: WholesalerAccount,
  wanted: WholesalerAccount,
): Promise<void> {
  if (isSameAccount(bound, wanted)) return
  if ((await isLed(db)) || !(await mayBindAgain(config, db, wanted))) refuseOtherAccount(config, bound, wanted)
}

function accountOfOther({ database, account }: Config, schema: string): BadConfig {
  return new BadConfig(
    `${nameOf(database)} has no tables yet, and POS ${account?.posId} at ${account?.baseUrl} belongs to the schema ${schema} of that database. Two schemas of one account would both sell: give the shop its earlier id again, or rename the schema.`,
  )
}
