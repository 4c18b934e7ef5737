import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { paths } from '#browser/paths.ts'
import { expect, type Shop } from '../support/shop.ts'
import { sendTo } from './sales.ts'
import type { Walk, Walker } from './walk.ts'

const runNode = promisify(execFile)

const command = (shop: Shop, ...words: string[]) =>
  runNode(process.execPath, ['scripts/run-built.mjs', ...words], { env: { ...process.env, ...shop.env } })

/** Sells once more after a backup, and puts the backup back. Returns the path of the sale that is lost. */
async function loseASale(walker: Walker): Promise<string> {
  const { shop } = walker
  const backup = join(shop.env['DATABASE_URL']!.replace('file:', ''), '..', '..', 'backup.db')
  await sendTo(walker, 'success')
  await command(shop, 'backup', backup)
  const lost = paths.sale(await sendTo(walker, 'success'))
  await shop.restart({}, async () => void (await command(shop, 'restore', backup)))
  return lost
}

export const restored: Walk = {
  name: 'back from a backup',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'restored: a sale that is not in the records',
      reach: async (walker) => {
        const lost = await loseASale(walker)
        await walker.shop.signIn(walker.page, 'Amal Rahman')
        await walker.goTo(lost)
        await walker.sees('sale.lost')
      },
    },
    {
      name: 'restored: what is known',
      reach: async ({ page, shop, goTo, text, button }) => {
        await page.context().clearCookies()
        await shop.signIn(page, 'Hamad Saleh')
        await goTo(paths.recovery())
        await expect(page.getByText(text('recovery.asked'))).toBeVisible()
        await expect(button('recovery.confirm')).not.toHaveAttribute('aria-disabled', 'true')
      },
      action: ({ button }) => button('recovery.confirm'),
    },
    {
      name: 'restored: the shop sells again',
      reach: async (walker) => {
        await walker.button('recovery.confirm').click()
        await expect(walker.page).toHaveURL(new RegExp(`${paths.openItems()}$`))
        await walker.goTo(paths.sale(await sendTo(walker, 'success')))
        await walker.sees('state.succeeded.heading')
      },
    },
  ],
}
