import { expect } from 'vitest'

import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { anInstallation } from '../support/an-installation.ts'
import { itWhenFull } from '../support/level.ts'
import { aBrowser, openSale, sell } from '../support/shop.ts'

itWhenFull('when the process that leads all shops is killed, another one leads them and loses no sale', async () => {
  const installation = await anInstallation(['deira', 'marina'], { sandbox: { slowMs: 600_000 } })
  const first = await installation.spawn()
  const [deira, marina] = [await first.signIn('deira', 'Amal'), await first.signIn('marina', 'Omar')]
  const second = await installation.spawn()
  for (const shop of ['deira', 'marina'])
    await expect.poll(second.printed).toContain(`"shop":"${shop}","what":"another process leads"`)
  const slow = await openSale(marina, { account: recipients.slow })
  void marina.ask('POST', `/api/sales/${slow.id}/confirm`, { version: slow.body.version }).catch(() => {})
  await expect.poll(() => installation.sandbox('marina').ledger().length).toBe(1)
  await first.kill('SIGKILL')

  const [deiraThere, marinaThere] = [deira, marina].map(({ cookies }) => aBrowser(second.url, cookies))
  await second.leadsAll()
  const stateOf = async () => (await marinaThere!.ask<Sale>('GET', `/api/sales/${slow.id}`)).body.state
  await expect.poll(stateOf).toBe('succeeded')
  for (const browser of [deiraThere!, marinaThere!])
    expect((await sell(browser, { account: recipients.success })).body.state).toBe('succeeded')
  expect(['deira', 'marina'].map((id) => installation.sandbox(id).ledger().length)).toEqual([1, 2])
})
