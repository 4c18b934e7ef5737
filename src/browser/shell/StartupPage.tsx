import { useText } from '../i18n/use-text.ts'
import { Logo } from '../ui/Logo.tsx'

/** As index.html shows it before the program is there. Its letters are the largest thing painted while the till opens, so they are painted first. */
export function StartupPage() {
  const t = useText()
  return (
    <div
      className="grid h-dvh place-content-center justify-items-center gap-3 bg-rail text-[min(112px,27vw)] leading-[1.25] font-semibold text-rail-ink"
      role="status"
      aria-label={t('shell.opening')}
    >
      <Logo size={72} />
      <p>{t('shell.title')}</p>
    </div>
  )
}
