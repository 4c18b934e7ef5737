import { Languages } from 'lucide-react'

import { chooseLocale, type Locale } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Logo } from '../../ui/Logo.tsx'

const OTHER: Record<Locale, Locale> = { en: 'ar', ar: 'en' }

type SignInHeadProps = { name: string; terminal?: string | undefined }

/** Shop, terminal, and the other language. */
export function SignInHead({ name, terminal }: SignInHeadProps) {
  const t = useText()
  const other = OTHER[useLocale()]
  return (
    <header className="signin__head">
      <span className="signin__logo">
        <Logo />
      </span>
      <span className="grow">
        <b>{name}</b>
        {terminal !== undefined && <span className="small muted">{terminal}</span>}
      </span>
      <button type="button" className="btn" lang={other} onClick={() => void chooseLocale(other)}>
        <Languages className="ic" size={20} />
        {t('shell.language')}
      </button>
    </header>
  )
}
