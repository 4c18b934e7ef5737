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
  const { locale } = i18n
  return useMemo(() => textIn(i18n, locale), [i18n, locale])
}

export function textIn(i18n: I18n, locale = i18n.locale): Text {
  const isIsolated = isRightToLeft(readLocale(locale))
  return (id, values) => i18n._(id, isIsolated ? isolate(values) : values)
}

/** Isolates the text direction of each value; otherwise, a Latin name would move the amount after it. */
const isolate = (values: Values): Values =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  )

export function useLocale(): Locale {
  return readLocale(useLingui().i18n.locale)
}
