import { BadConfig, type Config } from '../config.ts'
import { Token } from '../wholesaler/token.ts'
import { nameOf } from '../journal/database-url.ts'
import type { OpenSandbox, Sandbox } from './practice.ts'

type OpenAccount = { account: { baseUrl: string; posId: string; token: Token }; sandbox?: Sandbox }

/** The account that the shop sells from: the configured one, or in practice that of a sandbox, which is opened. */
export async function openAccount(config: Config, openSandbox: OpenSandbox | undefined): Promise<OpenAccount> {
  if (config.account) return { account: config.account }
  if (!openSandbox)
    throw new BadConfig('TOPUP_BASE_URL, TOPUP_POS_ID and TOPUP_TOKEN are not set, and no sandbox is here.')
  const sandbox = await openSandbox({ dataFolder: config.dataFolder })
  return { account: { baseUrl: sandbox.baseUrl, posId: sandbox.posId, token: new Token(sandbox.token) }, sandbox }
}

/** The account of the journal. The sandbox may listen on another port after a restart, so its address is not compared. */
export const accountName = ({ practice }: Config, { baseUrl, posId }: { baseUrl: string; posId: string }) => ({
  baseUrl: practice ? 'sandbox' : baseUrl,
  posId,
})

/** Throws `BadConfig` if the journal belongs to another account than the configured one. */
export function refuseOtherAccount(
  config: Config,
  bound: { baseUrl: string; posId: string },
  configured: typeof bound,
): void {
  if (bound.baseUrl === configured.baseUrl && bound.posId === configured.posId) return
  const advice = config.shop
    ? `Set the shop ${config.shop.id} in SHOPS_FILE to that account, or give the other account a shop of its own.`
    : 'Set TOPUP_… to that account, or DATABASE_URL to another journal.'
  throw new BadConfig(
    `The journal ${nameOf(config.database)} belongs to POS ${bound.posId} at ${bound.baseUrl}, not to POS ${configured.posId} at ${configured.baseUrl}. ${advice}`,
  )
}
