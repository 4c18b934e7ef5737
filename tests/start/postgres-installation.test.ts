import { expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { anInstallation } from '../support/an-installation.ts'
import { sell, type Browser } from '../support/shop.ts'

async function numbersOf(browser: Browser): Promise<number[]> {
  const { body } = await browser.ask<{ sales: Sale[] }>('GET', proxyPaths.sales)
  return body.sales.map(({ number }) => number).toSorted((one, other) => one - other)
}

it('one process sells for several shops, each from its own account and journal', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start()
  const [deira, marina] = [await running.signIn('deira', 'Amal'), await running.signIn('marina', 'Omar')]
  const sold = await Promise.all([
    sell(deira, { account: recipients.success }),
    sell(marina, { account: recipients.success }),
    sell(marina, { account: recipients.fails }),
  ])
  expect(sold.map(({ body }) => body.state)).toEqual(['succeeded', 'succeeded', 'failed'])
  expect(['deira', 'marina'].map((id) => installation.sandbox(id).ledger().length)).toEqual([1, 1])
  expect([await numbersOf(deira), await numbersOf(marina)]).toEqual([[1], [1, 2]])
})
