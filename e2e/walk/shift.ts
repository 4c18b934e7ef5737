import { paths } from '#browser/paths.ts'
import { denominationsOf } from '#domain/money/cash.ts'

import { turnDrawersOn } from '../support/as-supervisor.ts'
import { expect } from '../support/shop.ts'
import { sendTo } from './sales.ts'
import { dialogOf, lastInDialog, stop, type Stop, type Walk, type Walker } from './walk.ts'

async function count({ page, text }: Walker, pieces: Record<string, number>): Promise<void> {
  await expect(page.getByLabel(text('shift.countOf.note', { value: '1,000' }))).toBeFocused()
  for (const { value } of denominationsOf('AED')) {
    await page.keyboard.type(String(pieces[value] ?? 0))
    await page.keyboard.press('Enter')
  }
}

const STOPS: Stop[] = [
  stop('sell: no shift is open', async (walker) => {
    await turnDrawersOn(walker.shop)
    await walker.goTo(paths.sell())
    // On a phone, the products take the space of the message, so only the ticket shows it.
    await expect(walker.page.getByText(walker.text('shift.none'))).toHaveCount(1)
  }),
  stop(
    'shift: none is open',
    ({ page, text }) => page.getByRole('button', { name: text('shift.open') }),
    async (walker) => {
      await turnDrawersOn(walker.shop)
      await walker.goTo(paths.shift())
      await walker.sees('shift.float')
    },
  ),
  stop(
    'shift: a part is counted',
    ({ page, text }) => page.getByRole('button', { name: text('shift.open') }),
    async ({ page, text, sees }) => {
      await page.getByLabel(text('shift.countOf.note', { value: '1,000' })).fill('0')
      await sees('shift.nothingElse')
    },
  ),
  stop(
    'shift: open',
    ({ page, text }) => page.getByRole('link', { name: text('shift.closeShift') }),
    async (walker) => {
      await count(walker, { '100': 3 })
      await walker.button('shift.open').click()
      await walker.sees('shift.blind')
    },
  ),
  stop('shift: cash is taken out', lastInDialog, async (walker) => {
    await walker.button('shift.cashInOut').click()
    await expect(dialogOf(walker)).toBeVisible()
  }),
  stop('shift: what was taken out', async (walker) => {
    const { page, text } = walker
    await page.getByLabel(text('shift.amount', { currency: 'AED' })).fill('1250.50')
    await page.getByLabel(text('shift.why')).fill('Water and tea for everybody who was in the shop this morning')
    await walker.button('shift.write').click()
    await walker.sees('shift.movement.out')
  }),
  stop('shift: the X report', lastInDialog, async (walker) => {
    await sendTo(walker, 'success')
    await walker.goTo(paths.shift())
    await walker.button('shift.x').click()
    await expect(dialogOf(walker)).toContainText(walker.text('shift.paper.x'))
  }),
  stop(
    'close shift: count',
    ({ page, text }) => page.getByRole('button', { name: text('shift.step.compare') }),
    async (walker) => {
      await walker.goTo(paths.closeShift())
      await walker.sees('shift.countFirst')
    },
  ),
  stop(
    'close shift: compare',
    ({ page, text }) => page.getByRole('button', { name: text('shift.chooseReason') }),
    async (walker) => {
      await count(walker, { '1000': 1, '5': 3 })
      await walker.button('shift.step.compare').click()
      await walker.sees('shift.whatHappened')
    },
  ),
  stop('close shift: with its reason', async (walker) => {
    const { page, text } = walker
    await walker.button('shift.reason.other').click()
    await page.getByLabel(text('shift.ownWords')).fill('Gave ten back for a sale of this morning and forgot to say so')
    await expect(
      walker.button('shift.closeAndPrint', { name: text('shift.zNumber', { number: '0001' }) }),
    ).toBeVisible()
  }),
  stop(
    'close shift: the Z is written',
    ({ page, text }) => page.getByRole('link', { name: text('shift.done') }),
    async (walker) => {
      const { text } = walker
      await walker.button('shift.closeAndPrint', { name: text('shift.zNumber', { number: '0001' }) }).click()
      await walker.sees('shift.closed.next')
    },
  ),
  stop('shift: a Z again', async (walker) => {
    await walker.goTo(paths.shift())
    await count(walker, { '100': 3 })
    await walker.button('shift.open').click()
    await walker.button('shift.show', { name: walker.text('shift.zNumber', { number: '0001' }) }).click()
    await expect(dialogOf(walker)).toContainText('0001')
  }),
]

export const shifts: Walk = { name: 'the drawer of a till', person: 'Hamad Saleh', stops: STOPS }
