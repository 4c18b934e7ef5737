import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { openWithoutMigration } from '#server/database/database.ts'
import { readMigrations } from '#server/database/schema/migrations.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { anUpgrade } from '../../../support/an-upgrade.ts'
import { LATER, PRESENT } from '../../../support/later-migration.ts'
import { aBrowser, openSale, sell, type Browser } from '../../../support/shop.ts'

type Shop = Awaited<ReturnType<typeof anUpgrade>>

const NOW = PRESENT

async function namesIn(file: string): Promise<string[]> {
  const db = openWithoutMigration(file)
  const names = await readMigrations(db)
  await db.destroy()
  return names
}

const sellOne = (till: Browser, account: string = recipients.success) =>
  sell(till, { account }).then(({ id, body }) => ({ id, state: body.state }))

const backupsOf = (shop: Shop) => readdirSync(join(shop.home, 'data', 'backups'))

describe('toptill upgrade', () => {
  it('replaces the service after a backup and a trial, updates the database, and no sale is missing', async () => {
    const shop = await anUpgrade()
    const till = await shop.signIn()
    const sold = await sellOne(till)
    const code = await sell(till, { kind: 'voucher', serviceId: vouchers.number, amount: '50' })
    let last = ''
    // Sold after the backup.
    const onStop = async () => void (last = (await sellOne(till, '971501112233')).id)
    expect(await shop.run({ onStop })).toBe(0)

    expect(shop.said.filter((text) => !text.startsWith('Not selling yet'))).toEqual([
      'Toptill 0.3.0 is running. This is version 0.4.0.',
      expect.stringMatching(/toptill-77001-\d{8}T\d{6}Z\.db was written and verified: 2 sales\./),
      expect.stringMatching(/^A copy of the database was updated from version 0\.3\.0 to 0\.4\.0 in \d+\.\d s\.$/),
      'Stopping the earlier version …',
      expect.stringMatching(
        /^The database was updated from version 0\.3\.0 to 0\.4\.0\. .*-before-0\.4\.0\.db is the backup/,
      ),
      expect.stringContaining('Toptill 0.4.0 sells.'),
    ])
    expect(shop.done).toEqual(['stop toptill', 'stop toptill', 'daemon-reload', 'enable --now toptill', 'amal'])
    expect(shop.isEarlierInstalled()).toBe(false)
    const now = shop.again()
    for (const id of [sold.id, last]) expect((await now.ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
    const shown = await now.ask('POST', `/api/sales/${code.id}/reveal`, {})
    expect(shown.body).toMatchObject({ voucher: { number: expect.anything() } })
    expect(await sellOne(now, '971504445566')).toMatchObject({ state: 'succeeded' })
    await shop.stop()
    expect(await namesIn(shop.journal)).toEqual([...NOW, LATER])
    expect(backupsOf(shop)).toHaveLength(2)
  })

  it('a version with the same tables needs no update', async () => {
    const shop = await anUpgrade({ migration: 'none' })
    expect(await shop.run()).toBe(0)
    expect(shop.said).toContain('The database already has the tables of this version.')
    expect(backupsOf(shop).filter((name) => name.includes('-before-'))).toEqual([])
  })

  it('where nothing starts it automatically, it backs up, tries the update, and says what to do', async () => {
    const shop = await anUpgrade()
    rmSync(shop.service.file)
    expect(await shop.run()).toBe(0)
    expect(shop.said.at(-1)).toMatch(/^Now stop the earlier version, and start this one/)
    expect(shop.done).toEqual([])
    await shop.stop()
    expect(await namesIn(shop.journal)).toEqual(NOW)
  })

  it('an update that fails on the copy ends it, while the earlier version continues to sell', async () => {
    const shop = await anUpgrade({ migration: () => Promise.reject(new Error('no such column')) })
    const till = await shop.signIn()
    expect(await shop.run()).toMatch(
      /^The update was tried on a copy and failed, so nothing was changed.*no such column/,
    )
    expect(shop.done).toEqual([])
    expect(await sellOne(till)).toMatchObject({ state: 'succeeded' })
    expect(backupsOf(shop)).toEqual([expect.stringMatching(/Z\.db$/)])
  })

  it('a version that does not sell is replaced by the earlier one, with all of its sales and without a recovery', async () => {
    const shop = await anUpgrade({ later: { env: { TOPUP_TOKEN: 'a-token-that-is-wrong' } } })
    const till = await shop.signIn()
    const sold = await sellOne(till)
    const waiting = await sell(till, { account: recipients.answerLostAfter })
    let last = ''
    const onStop = async () => void (last = (await sellOne(till, '971501112233')).id)
    const said = await shop.run({ onStop, waitMs: 1_000 })
    expect(said).toMatch(
      /^Toptill 0\.4\.0 does not sell: the provider rejects our signature\.\nThe earlier version runs again\. The database is as it was; the updated one is now .*toptill\.db\.replaced\.$/,
    )
    expect(shop.said).toContain('Not selling yet: the provider rejects our signature.')
    expect(shop.isEarlierInstalled()).toBe(true)
    const back = shop.again()
    await expect.poll(async () => (await back.ask('GET', `/api/sales/${waiting.id}`)).body.state).toBe('succeeded')
    for (const id of [sold.id, last]) expect((await back.ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
    expect(await sellOne(back, '971504445566')).toMatchObject({ state: 'succeeded' })
    expect((await shop.controls.operate('audit-log', ['verify'])).code).toBe(0)
    await shop.stop()
    expect(await namesIn(shop.journal)).toEqual(NOW)
    expect(await namesIn(`${shop.journal}.replaced`)).toEqual([...NOW, LATER])
  })

  it('an update that fails after it succeeded on the copy changes nothing, and the earlier version continues', async () => {
    let isFull = false
    const shop = await anUpgrade({
      migration: async () => {
        if (isFull) throw new Error('the disk is full')
      },
    })
    await shop.signIn()
    expect(await shop.run({ onStop: async () => void (isFull = true) })).toMatch(
      /the disk is full.*\nThe earlier version runs again\. The database was not changed\.$/,
    )
    expect(shop.isEarlierInstalled()).toBe(true)
    expect(await sellOne(shop.again())).toMatchObject({ state: 'succeeded' })
  })

  it('an interrupted upgrade goes back, instead of leaving a shop that is stopped', async () => {
    const shop = await anUpgrade({ later: { env: { TOPUP_TOKEN: 'a-token-that-is-wrong' } } })
    const onStop = async () => void process.emit('SIGINT')
    expect(await shop.run({ onStop })).toMatch(/the upgrade was interrupted\.\nThe earlier version runs again\./)
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it('practice is upgraded, too, and goes back', async () => {
    const shop = await anUpgrade({ service: 'practice', later: { ends: true } })
    const amal = aBrowser(shop.url)
    await amal.signIn('Amal')
    const { id } = await sellOne(amal)
    expect(await shop.run()).toContain('The earlier version runs again. The database is as it was')
    expect((await aBrowser(shop.url, amal.cookies).ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
    expect(readdirSync(join(shop.home, 'data', 'sandbox', 'backups'))).toEqual([expect.stringContaining('-before-')])
  })

  it.each([
    { what: 'sold something', act: (till: Browser) => sellOne(till, '971507778899') },
    { what: 'opened a sale', act: (till: Browser) => openSale(till, { account: '971507778899' }) },
    { what: 'changed a setting', act: (till: Browser) => till.ask('PUT', '/api/settings', { idleMinutes: 7 }) },
  ])('a version that $what before it ended keeps its database', async ({ act }) => {
    const shop = await anUpgrade({ later: { sells: act, ends: true } })
    await shop.signIn()
    const said = await shop.run()
    expect(said).toMatch(
      /^Toptill 0\.4\.0 does not sell: it ended \(journalctl --user -u toptill\)\.\nVersion 0\.4\.0 stays/,
    )
    expect(said).toMatch(/it has stored \d+ steps? of sales or other actions, which would be lost/)
    expect(shop.isEarlierInstalled()).toBe(false)
    await shop.stop()
    expect(await namesIn(shop.journal)).toEqual([...NOW, LATER])
    expect(existsSync(`${shop.journal}.replaced`)).toBe(false)
  })

  it('without an update of the database, the earlier version continues with what the later one sold', async () => {
    let id = ''
    const sells = async (till: Browser) => void (id = (await sellOne(till)).id)
    const shop = await anUpgrade({ migration: 'none', later: { sells, ends: true } })
    await shop.signIn()
    expect(await shop.run()).toContain('The earlier version runs again. The database was not changed.')
    expect((await shop.again().ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
  })

  it('a shop that did not sell before does not have to sell after', async () => {
    const shop = await anUpgrade({ env: { TOPUP_TOKEN: 'a-token-that-is-wrong' } })
    await expect.poll(async () => (await (await fetch(`${shop.url}/readyz`)).json()).reason).toMatch(/signature/)
    expect(await shop.run()).toBe(0)
  })

  it('an earlier version, the same one, another folder and a service written by hand are refused', async () => {
    const shop = await anUpgrade({ migration: 'none' })
    expect(await shop.run({ version: '0.3.0' })).toMatch(
      /^Toptill 0\.3\.0 is already running\. Run this command in the/,
    )
    expect(await shop.run({ version: '0.1.10' })).toMatch(
      /^Toptill 0\.3\.0 is running, and this is the earlier version 0\.1/,
    )
    shop.install('[Service]\nExecStart=/opt/toptill/toptill start\n')
    expect(await shop.run()).toMatch(/toptill\.service was written by hand, or for another folder/)
    shop.install(shop.service.content)
    expect(await shop.run()).toMatch(/toptill\.service already starts this program/)
    expect([shop.done, shop.said]).toEqual([[], []])
  })
})
