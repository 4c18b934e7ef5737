import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { paths } from '#browser/paths.ts'
import { signInAgain, type NewShop } from '../support/new-shop.ts'
import { expect } from '../support/shop.ts'
import { SUPERVISOR_PIN } from './counter.ts'
import { sendTo } from './sales.ts'
import { named, stop, type Stop, type Walker } from './walk.ts'

const runNode = promisify(execFile)

const command = (shop: NewShop, ...words: string[]) =>
  runNode(process.execPath, ['tools/toptill.mjs', ...words], { env: { ...process.env, ...shop.env } })

/** Sells after a backup, and restores the backup. Returns the path of the lost sale. */
async function loseASale(walker: Walker, shop: NewShop): Promise<string> {
  const backup = join(mkdtempSync(join(tmpdir(), 'toptill-backup-')), 'backup.db')
  await sendTo(walker, 'success')
  await command(shop, 'backup', backup)
  const lost = paths.sale(await sendTo(walker, 'answerLostAfter'))
  await shop.restart(async () => void (await command(shop, 'restore', backup)))
  return lost
}

/** A shop with a real account whose database is restored from a backup, until it sells again. */
export const restoredStops = (shop: NewShop): Stop[] => [
  stop('restored: a sale that is not in the records', async (walker) => {
    const lost = await loseASale(walker, shop)
    await signInAgain(walker.page.request, shop, SUPERVISOR_PIN)
    await walker.goTo(lost)
    await walker.sees('sale.lost')
  }),
  stop('restored: what is known', named('recovery.confirm'), async ({ page, goTo, text, button }) => {
    await goTo(paths.recovery())
    await expect(page.getByText(text('recovery.asked'))).toBeVisible()
    await expect(button('recovery.confirm')).not.toHaveAttribute('aria-disabled', 'true')
  }),
  stop('restored: the shop sells again', async (walker) => {
    await walker.button('recovery.confirm').click()
    await expect(walker.page).toHaveURL(new RegExp(`${paths.openItems()}$`))
    await walker.goTo(paths.sale(await sendTo(walker, 'checkAnswerLost')))
    await walker.sees('state.succeeded.heading')
  }),
]
