import { existsSync } from 'node:fs'

import { BadConfig, type Config } from '../config/config.ts'
import { findAccount } from '../database/account-store.ts'
import { isInPostgres, nameOf } from '../config/database-url.ts'
import { openDatabase } from '../database/database.ts'

/** Throws `BadConfig` if a shop that sells has a journal here, for example after a setting was lost. */
export async function refusePracticeOverRealAccount({ realDatabase }: Config): Promise<void> {
  if (realDatabase === undefined) return
  if (!isInPostgres(realDatabase) && !existsSync(realDatabase)) return
  const db = await openDatabase(realDatabase)
  const account = await findAccount(db)
  await db.destroy()
  if (!account) return
  throw forgottenAccount(realDatabase, account.posId)
}

export const forgottenAccount = (realDatabase: string, posId: string): BadConfig =>
  new BadConfig(
    `TOPUP_BASE_URL, TOPUP_POS_ID and TOPUP_TOKEN are not set, but ${nameOf(realDatabase)} belongs to POS ${posId}. Set them, or SANDBOX=1 to practice beside it. If the account was connected on the screen, its file account.json is missing here.`,
  )
