import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

import type { Locale, MessageId } from './locale.ts'
import { isRightToLeft, readLocale } from './writing.ts'

type Values = Record<string, string | number> | undefined

export type Text = (id: MessageId, values?: Values) => string

/** `const t = useText()`, then `t('ticket.digitsToGo', { count })`. */
export function useText(): Text {
  const { i18n } = useLingui()
  // The catalogue changes inside the same object: only the locale tells.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => textIn(i18n), [i18n, i18n.locale])
}

/** The texts of a catalogue in its language. */
export const textIn =
  (i18n: I18n): Text =>
  (id, values) =>
    i18n._(id, isRightToLeft(readLocale(i18n.locale)) ? isolate(values) : values)

/** Each text that is filled in keeps its own direction: a Latin name would draw the amount behind it to its side. */
const isolate = (values: Values): Values =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  )

/** The language on screen, for the formats. */
export function useLocale(): Locale {
  return readLocale(useLingui().i18n.locale)
}
