import { expect, it } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { anInstallation } from '../../support/an-installation.ts'
import { findFreePort } from '../../../tools/command.mjs'
import { aPublicOrigin } from '../../support/free-port.ts'
import { aBrowser, sell } from '../../support/shop.ts'
import { statusAddressOf } from '../../support/status-address.ts'

it('a customer follows a sale at any process, only in its own shop, whichever process leads it and whatever cookie there is', async () => {
  const { PORT, PUBLIC_ORIGIN } = await aPublicOrigin()
  const installation = await anInstallation(['deira', 'marina'], { changes: { PUBLIC_ORIGIN } })
  const first = await installation.start({ PORT })
  const otherPort = await findFreePort()
  await installation.start({ PORT: otherPort })
  const other = `http://127.0.0.1:${otherPort}`

  const amal = await first.signIn('marina', 'Amal', 'cashier')
  const { body } = await sell(amal, { account: recipients.succeedsAfterTwoFinds })
  const address = body.statusLink?.slice(PUBLIC_ORIGIN.length) ?? ''
  expect(address).toMatch(/^\/s\/marina\./)
  const till = await first.signIn('deira', 'Omar')
  for (const phone of [aBrowser(other), aBrowser(PUBLIC_ORIGIN), aBrowser(other, till.cookies)])
    await expect.poll(async () => (await phone.ask<string>('GET', address)).body).toContain('<h1>Sold</h1>')

  const nothing = await aBrowser(other).ask<string>('GET', '/s/gone')
  expect(nothing.status).toBe(404)
  const sale = { id: body.id, openedAt: body.openedAt, pepper: first.folder }
  const wrong = [
    address.replace('marina', 'deira'),
    address.replace('marina.', ''),
    address.replace('marina', 'elsewhere'),
    statusAddressOf({ ...sale, shopId: 'deira' }),
    statusAddressOf(sale),
  ]
  for (const said of wrong)
    for (const phone of [aBrowser(other), aBrowser(PUBLIC_ORIGIN)]) {
      const answer = await phone.ask<string>('GET', said)
      expect([answer.status, answer.body], said).toEqual([404, nothing.body])
    }
})
