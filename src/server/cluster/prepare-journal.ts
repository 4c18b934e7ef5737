import type { Kysely } from 'kysely'

import { BadConfig, type Config } from '../config/config.ts'
import { secretsOf, type ShopSecrets } from './router.ts'
import { findAccount, isSameAccount, type WholesalerAccount } from '../database/account-store.ts'
import { nameOf } from '../config/database-url.ts'
import { openJournal } from '../database/database.ts'
import { isLed } from '../database/leases.ts'
import { findOtherJournalOf } from '../database/schema/schemas.ts'
import { noticeForgottenKeys } from '../database/maintenance/rollback-detection.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { accountName, mayBindAgain, refuseOtherAccount } from '../account/open-account.ts'
import { bindPepper } from '../staff/pins/pins.ts'

/**
 * Brings the journal of a shop in PostgreSQL to this version, and looks whether it is of this account and of these secrets, which it returns. Throws what
 * `isStartProblem` names.
 */
export async function prepareJournal(config: Config): Promise<ShopSecrets> {
  const { account, database, dataFolder, pepperFolder } = config
  /** Before there is a journal, so that no empty one is left behind. */
  const refuseSecondJournal = async (db: Kysely<JournalTables>): Promise<void> => {
    const other = account && (await findOtherJournalOf(db, account))
    if (other !== undefined) throw accountOfOther(config, other)
  }
  const { db } = await openJournal(database, undefined, { beforeMigration: refuseSecondJournal })
  try {
    const bound = await findAccount(db)
    if (bound && account) await refuseOtherForGood(config, db, bound, accountName(config, account))
    makeFolder(dataFolder)
    const pepper = await bindPepper(db, pepperFolder, dataFolder)
    await noticeForgottenKeys(db, dataFolder, database)
    return secretsOf(pepper, config.shop?.id)
  } finally {
    await db.destroy()
  }
}

/** Whoever opens the shop binds a journal that is unused to the account of the settings, unless a process leads it for the account before. */
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
