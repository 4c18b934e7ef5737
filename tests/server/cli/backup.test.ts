import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { expect, it } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { openSale, openShop, sell } from '../../support/shop.ts'

const backUp = (journal: string, words: string[], more: NodeJS.ProcessEnv = {}, folder?: string) =>
  command('backup', words, { DATABASE_URL: `file:${journal}`, ...more }, undefined, folder)

const PRACTICE = 'This is the practice shop. No real account is set.\n'

async function aSellingShop() {
  const shop = await openShop()
  const amal = shop.browser()
  await amal.signIn('Amal')
  return { shop, amal, journal: join(shop.folder, 'data', 'toptill.db'), file: join(shop.folder, 'copy.db') }
}

it('the database of a running till is copied while it continues to sell', async () => {
  const { shop, amal, journal, file } = await aSellingShop()
  await sell(amal, { account: recipients.success })
  const { code, output, errors } = await backUp(journal, [file])
  expect([code, errors]).toEqual([0, PRACTICE])
  expect(output).toBe(
    `${file} was written and verified: 1 sale.\nIt doesn't include the key file. Keep a copy of ${join(shop.folder, 'data', 'sandbox', 'pepper')} in another place: without it, no one can sign in after a restore.\n`,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await sell(amal, { account: recipients.succeedsAfterTwoFinds })
  const copy = await openDatabase(file)
  expect(await copy.selectFrom('sales').select('state').execute()).toEqual([{ state: 'succeeded' }])
  await copy.destroy()
})

it('the database of a stopped till is copied and then released', async () => {
  const { shop, amal, journal, file } = await aSellingShop()
  await openSale(amal, { account: recipients.success })
  await shop.close()
  expect((await backUp(journal, [file])).output).toContain('verified: 1 sale.')
  const again = await shop.restart()
  expect((await again.browser().ask('GET', '/healthz')).status).toBe(200)
})

it("a relative path of the copy is relative to the administrator's folder", async () => {
  const folder = aFolder()
  const stand = aFolder()
  mkdirSync(join(folder, 'sandbox'))
  await (await openDatabase(join(folder, 'sandbox', 'toptill.db'))).destroy()
  const { output } = await backUp(join(folder, 'toptill.db'), ['copy.db'], {}, stand)
  expect(output).toMatch(/verified: 0 sales/)
  expect(existsSync(join(stand, 'copy.db'))).toBe(true)
  const elsewhere = await backUp(join(folder, 'toptill.db'), [relative(process.cwd(), join(folder, 'copy.db'))])
  expect([elsewhere.code, existsSync(join(folder, 'copy.db'))]).toEqual([0, true])
})

it('without a database the command for a backup says that there is nothing to copy, and creates none', async () => {
  const folder = aFolder()
  const { code, errors } = await backUp(join(folder, 'toptill.db'), [join(folder, 'copy.db')])
  expect([code, errors]).toEqual([1, `There is no database at ${join(folder, 'sandbox', 'toptill.db')} to copy.\n`])
  expect(existsSync(join(folder, 'sandbox'))).toBe(false)
})

it('the command for a backup says why a running till cannot write the copy', async () => {
  const { journal, file } = await aSellingShop()
  writeFileSync(file, '')
  const { code, errors } = await backUp(journal, [file])
  const isThere = `${file} already exists, and a backup never replaces a file. Choose another file name.\n`
  expect([code, errors]).toEqual([1, PRACTICE + isThere])
})

it('the command for a backup is not understood without a file', async () => {
  const { code, errors } = await backUp(join(aFolder(), 'toptill.db'), [])
  expect([code, errors]).toEqual([2, expect.stringContaining('toptill backup FILE')])
})
