import { PlugZap } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'

/** Below the names of practice, where nothing is set yet. */
export function ConnectOffer() {
  const t = useText()
  return (
    <section
      className="flex flex-wrap items-center gap-3 rounded-3 border border-line bg-surface p-4"
      aria-label={t('connect.title')}
    >
      <p className="min-w-[16rem] flex-1 text-ink-2">{t('connect.offer')}</p>
      <ButtonLink variant="tint" icon={PlugZap} to={paths.connect()}>
        {t('connect.go')}
      </ButtonLink>
    </section>
  )
}
