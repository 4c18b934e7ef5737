import { useText } from '../i18n/use-text.ts'
import { Logo } from '../ui/Logo.tsx'

/** As index.html shows it before the program is there. */
export function StartupPage() {
  const t = useText()
  return (
    <div className="opening" role="status" aria-label={t('shell.opening')}>
      <Logo size={72} />
      <p>{t('shell.title')}</p>
    </div>
  )
}
