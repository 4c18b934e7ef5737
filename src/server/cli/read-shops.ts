import type { Config } from '../config/config.ts'
import type { Shop } from '../shop.ts'
import type { Where } from './command-socket.ts'
import type { ShopFacts } from './start/start-greeting.ts'

/** Without `shop`, another process leads the shop or there is a problem. */
export type StartedShop = { config: Config; shop: Shop | undefined; problem?: string | undefined }

/** Read before the greeting, because a program that waits for its first line may stop the process at once. */
export const readShops = (url: string, shops: readonly StartedShop[], setupCode?: string): Promise<ShopFacts[]> =>
  Promise.all(shops.map((shop) => readShop(url, shop, setupCode)))

/** With a link, one that was shown before is no longer valid. */
export async function whereOf(
  url: string | undefined,
  shops: readonly StartedShop[],
  withLink: boolean,
): Promise<Where> {
  if (url === undefined || !withLink) return url === undefined ? {} : { url }
  const facts = await readShops(url, shops)
  const link = facts.map(({ connectLink, setupLink }) => connectLink ?? setupLink).find((one) => one !== undefined)
  return { url, ...(link !== undefined && { link }) }
}

async function readShop(url: string, { config, shop, problem }: StartedShop, code?: string): Promise<ShopFacts> {
  const { practice } = config
  const named = config.shop ? { shop: config.shop.id } : {}
  if (!shop) return { ...named, practice, people: [], ...(problem ? { problem } : { isStandby: true }) }
  const { staff, sandbox, connecting } = shop
  const setupCode = practice ? undefined : await staff.setup.issueCode(code)
  return {
    ...named,
    practice,
    people: practice ? await staff.demo.signIns() : await staff.people.list(),
    ...(shop.boundBefore && config.account ? { bound: { before: shop.boundBefore, now: config.account } } : {}),
    // A code is in the fragment, which no browser sends and no log contains.
    ...(setupCode ? { setupLink: `${url}/setup#${setupCode}` } : {}),
    ...(connecting ? { connectLink: `${url}/connect#${connecting.issueCode()}` } : {}),
    ...(sandbox?.controlUrl ? { controlUrl: sandbox.controlUrl } : {}),
  }
}
