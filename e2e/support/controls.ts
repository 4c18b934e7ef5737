import type { Locator, Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import { startingWith, text } from '../../tests/support/texts.ts'

type Values = Record<string, string | number>

/** A control whose name begins with the text, which an amount or a key may follow. */
export const button = (within: Page | Locator, id: MessageId, values?: Values): Locator =>
  within.getByRole('button', { name: startingWith(id, values) })

export const link = (within: Page | Locator, id: MessageId, values?: Values): Locator =>
  within.getByRole('link', { name: startingWith(id, values) })

export const heading = (within: Page | Locator, id: MessageId, values?: Values): Locator =>
  within.getByRole('heading', { name: text(id, values) })

export const dialogOn = (page: Page): Locator => page.getByRole('dialog')
