import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

import type { Locale, MessageId } from './locale.ts'

export type Text = (id: MessageId, values?: Record<string, string | number>) => string

/** `const t = useText()`, then `t('shell.till', { id })`. */
export function useText(): Text {
  const { i18n } = useLingui()
  // The catalogue changes inside the same object: only the locale tells.
  // oxlint-disable-next-line react/exhaustive-deps
  return useCallback((id, values) => i18n._(id, values), [i18n, i18n.locale])
}

/** The language on screen, for the formats. */
export function useLocale(): Locale {
  return useLingui().i18n.locale === 'ar' ? 'ar' : 'en'
}
