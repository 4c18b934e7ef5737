import type { Kysely } from 'kysely'

import { BadConfig, type Config } from '../config/config.ts'
import {
  bindAccount,
  bindUnusedAgain,
  isSameAccount,
  isUnused,
  type WholesalerAccount,
} from '../database/account-store.ts'
import { isInPostgres, nameOf } from '../config/database-url.ts'
import { findOtherJournalOf } from '../database/schema/schemas.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { Token } from '../config/token.ts'
import type { OpenSandbox, Sandbox } from './practice.ts'

type OpenAccount = { account: { baseUrl: string; posId: string; token: Token }; sandbox?: Sandbox }

export async function openAccount(config: Config, openSandbox: OpenSandbox | undefined): Promise<OpenAccount> {
  if (config.account) return { account: config.account }
  if (!openSandbox)
    throw new BadConfig('TOPUP_BASE_URL, TOPUP_POS_ID and TOPUP_TOKEN are not set, and the sandbox is not available.')
  const sandbox = await openSandbox({ dataFolder: config.dataFolder })
  return { account: { baseUrl: sandbox.baseUrl, posId: sandbox.posId, token: new Token(sandbox.token) }, sandbox }
}

/** The sandbox may listen on another port after a restart, so its URL is not compared. */
export const accountName = ({ practice }: Config, { baseUrl, posId }: { baseUrl: string; posId: string }) => ({
  baseUrl: practice ? 'sandbox' : baseUrl,
  posId,
})

/** For an unused journal bound by mistake; returns its previous account. Throws `BadConfig` if the journal belongs to another account. */
export async function bindJournal(
  config: Config,
  db: Kysely<JournalTables>,
  account: WholesalerAccount,
  now: number,
): Promise<WholesalerAccount | undefined> {
  const wanted = accountName(config, account)
  const bound = await bindAccount(db, wanted, now)
  if (isSameAccount(bound, wanted)) return undefined
  if ((await mayBindAgain(config, db, wanted)) && (await bindUnusedAgain(db, wanted, now))) return bound
  throw belongsToOther(config, bound, wanted)
}

export function refuseOtherAccount(config: Config, bound: WholesalerAccount, configured: WholesalerAccount): void {
  if (!isSameAccount(bound, configured)) throw belongsToOther(config, bound, configured)
}

/**
 * Not with `SHOPS_FILE`: an entry with another shop's id would take that shop's journal. Throws `BadConfig` if another journal of the database has the account.
 */
export async function mayBindAgain(
  config: Config,
  db: Kysely<JournalTables>,
  account: WholesalerAccount,
): Promise<boolean> {
  if (config.practice || config.shop || !(await isUnused(db))) return false
  if (!isInPostgres(config.database)) return true
  const schema = await findOtherJournalOf(db, account, { instead: true })
  if (schema === undefined) return true
  throw new BadConfig(
    `POS ${account.posId} at ${account.baseUrl} belongs to the schema ${schema} of ${nameOf(config.database)}. Two databases of one account would both sell: set DATABASE_URL to that schema.`,
  )
}

function belongsToOther(config: Config, bound: WholesalerAccount, configured: WholesalerAccount): BadConfig {
  return new BadConfig(
    `The database ${nameOf(config.database)} belongs to POS ${bound.posId} at ${bound.baseUrl}, not to POS ${configured.posId} at ${configured.baseUrl}. ${adviceFor(config, bound, configured)}`,
  )
}

function adviceFor(
  { shop, database, account }: Config,
  bound: WholesalerAccount,
  configured: WholesalerAccount,
): string {
  if (shop)
    return `Correct the account of the shop ${shop.id} in SHOPS_FILE, or add a separate shop for the other account.`
  const wrong = [
    ...(bound.baseUrl === configured.baseUrl ? [] : ['TOPUP_BASE_URL']),
    ...(bound.posId === configured.posId ? [] : ['TOPUP_POS_ID']),
  ]
  const other = isInPostgres(database) ? 'another database' : `file:./data-${configured.posId}/toptill.db`
  const place = account?.isConnected ? `the account in ${account.tokenFile}` : wrong.join(' and ')
  return `Correct ${place}. Only if you really want to sell from another account, use a separate database for it: set DATABASE_URL to another one, such as ${other}.`
}

export const refusedSignature = ({ posId, tokenFile = 'your settings', isConnected }: NonNullable<Config['account']>) =>
  `The provider rejects our signature, so nothing can be sold. Compare the POS ID, ${posId}, and the token ${
    isConnected
      ? 'with what the provider gave you. A supervisor can change the token on this computer, under Settings, Account.'
      : `in ${tokenFile} with what the provider gave you, correct them, and restart Toptill.`
  } If both are right, another program may be using the account: see docs/administrators/start-up-errors.md.`

/** Until the wholesaler has accepted a request, its URL may be wrong. */
export const silentService = ({ baseUrl, tokenFile, isConnected }: NonNullable<Config['account']>, isFenced: boolean) =>
  `The provider at ${baseUrl} is not responding.${isFenced ? '' : ` If the internet connection works, compare this address with the one that the provider gave you, correct it in ${isConnected ? tokenFile : 'the settings'}, and restart Toptill.`}`
