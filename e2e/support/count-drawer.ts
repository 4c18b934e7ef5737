import type { Page } from 'playwright/test'

import { denominationsOf } from '#domain/money/cash.ts'
import { expect } from './shop.ts'
import { text } from '../../tests/support/texts.ts'

/** Types a count row by row: this many of each value, and 0 of all others. */
export async function countDrawer(page: Page, pieces: Record<string, number>): Promise<void> {
  await expect(page.getByLabel(text('shift.countOf.note', { value: '1,000' }))).toBeFocused()
  for (const { value } of denominationsOf('AED')) {
    await page.keyboard.type(String(pieces[value] ?? 0))
    await page.keyboard.press('Enter')
  }
}
