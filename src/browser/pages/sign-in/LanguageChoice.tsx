import { Languages } from 'lucide-react'

import { LANGUAGES } from '../../i18n/languages.ts'
import { chooseLocale } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LOCALES } from '../../i18n/writing.ts'
import { Select } from '../../ui/Select.tsx'

/** The terminal's language. Not in the first load. */
export function LanguageChoice() {
  const t = useText()
  return (
    <Select
      icon={Languages}
      aria-label={t('shell.language')}
      value={useLocale()}
      options={LOCALES.map((value) => ({ value, text: LANGUAGES[value].name, lang: value }))}
      onChange={(chosen) => void chooseLocale(chosen)}
    />
  )
}
