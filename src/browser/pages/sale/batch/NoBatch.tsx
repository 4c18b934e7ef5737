import { useNavigate } from 'react-router-dom'

import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'

type NoBatchProps = { why: 'looking' | 'away' | 'missing'; onReadAgain: () => void }

/** There is nothing to show of this quantity, or not yet. */
export function NoBatch({ why, onReadAgain }: NoBatchProps) {
  const t = useText()
  const navigate = useNavigate()
  if (why === 'looking') {
    return (
      <main className="stage stage--sale">
        <p className="muted">{t('batch.looking')}</p>
      </main>
    )
  }
  return (
    <main className="stage stage--sale">
      <section className="card" role="alert">
        <h1 className="text-4">{t(why === 'away' ? 'sale.away' : 'batch.missing')}</h1>
        <p className="muted mt-2 mb-4">{t(why === 'away' ? 'sale.awayHint' : 'batch.missingHint')}</p>
        {why === 'away' ? (
          <button type="button" className="btn btn--lg" onClick={onReadAgain}>
            {t('sale.tryConnection')}
          </button>
        ) : (
          <button type="button" className="btn btn--lg" onClick={() => void navigate(paths.sell())}>
            {t('sale.backToSelling')}
          </button>
        )}
      </section>
    </main>
  )
}
