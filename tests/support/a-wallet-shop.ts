import { expect } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { Wallet, WalletMovement } from '#api/wallet.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openShop, type Browser, type ShopOptions } from './shop.ts'

const REFETCH_MS = 11_000

/**
 * A shop whose clock the test moves, so that each read of the page reads the wallet again. The ledger of the sandbox is
 * what really happened.
 */
export async function aWalletShop(options: ShopOptions & { startsAt?: number } = {}) {
  const real = systemClock()
  let ahead = options.startsAt === undefined ? 0 : options.startsAt - real.now()
  const shop = await openShop({ ...options, clock: { now: () => real.now() + ahead, wall: real.wall } })
  const [amal, hamad] = [shop.browser(), shop.browser()]
  await amal.signIn('Amal')
  await hamad.signIn('Hamad')
  const look = async (browser: Browser = hamad): Promise<Wallet> => {
    ahead += REFETCH_MS
    const { status, body } = await browser.ask<Wallet>('GET', '/api/wallet')
    expect(status).toBe(200)
    return body
  }
  /** Another user of the wallet deposits or withdraws this many fils. */
  const move = (fils: number) => {
    const now = Math.round(Number(shop.sandbox.balance()) * 100) + fils
    shop.sandbox.setBalance((now / 100).toFixed(2))
  }
  const explain = (movement: WalletMovement | undefined, body: object, by = hamad) =>
    by.ask<WalletMovement & Failure>('POST', `/api/wallet/movements/${movement?.id ?? 0}`, {
      version: movement?.version ?? 0,
      ...body,
    })
  return { ...shop, amal, hamad, look, move, explain, skip: (ms: number) => void (ahead += ms) }
}
