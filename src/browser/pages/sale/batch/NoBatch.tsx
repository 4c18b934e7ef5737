import { useNavigate } from 'react-router-dom'

import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'

type NoBatchProps = { why: 'looking' | 'away' | 'missing'; onReadAgain: () => void }

/** There is nothing to show of this quantity, or not yet. */
export function NoBatch({ why, onReadAgain }: NoBatchProps) {
  const t = useText()
  const navigate = useNavigate()
  if (why === 'looking') {
    return (
      <PageLayout>
        <p className="text-ink-2">{t('batch.looking')}</p>
      </PageLayout>
    )
  }
  const isAway = why === 'away'
  return (
    <PageLayout>
      <section className="rounded-3 border-1 border-line bg-surface p-4 md:px-5" role="alert">
        <h1 className="text-4">{t(isAway ? 'sale.away' : 'batch.missing')}</h1>
        <p className="mt-2 mb-4 text-ink-2">{t(isAway ? 'sale.awayHint' : 'batch.missingHint')}</p>
        <Button size="lg" onClick={isAway ? onReadAgain : () => void navigate(paths.sell())}>
          {t(isAway ? 'sale.tryConnection' : 'sale.backToSelling')}
        </Button>
      </section>
    </PageLayout>
  )
}
