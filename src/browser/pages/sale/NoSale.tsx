import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Slip, SlipHead } from '../../ui/Slip.tsx'
import { SaleLayout } from './SaleLayout.tsx'

type NoSaleProps = { why: 'looking' | 'missing' | 'not-mine' | 'gone' | 'away'; onReadAgain: () => void }

/** There is nothing to show of this sale, or not yet. */
export function NoSale({ why, onReadAgain }: NoSaleProps) {
  const t = useText()
  const navigate = useNavigate()
  const toSelling = (
    <button type="button" className="btn btn--lg" onClick={() => void navigate(paths.sell())}>
      {t('sale.backToSelling')}
    </button>
  )
  const tray = (
    <Slip>
      <SlipHead title={t('ticket.region')} />
    </Slip>
  )
  switch (why) {
    case 'looking':
      return <SaleLayout stage={<p className="muted">{t('sale.opening')}</p>} tray={tray} />
    case 'away':
      return (
        <SaleLayout
          stage={
            <section className="card" role="alert">
              <h1 className="text-4">{t('sale.away')}</h1>
              <p className="muted mt-2 mb-4">{t('sale.awayHint')}</p>
              <button type="button" className="btn btn--lg" onClick={onReadAgain}>
                {t('sale.tryConnection')}
              </button>
            </section>
          }
          tray={tray}
        />
      )
    case 'missing':
    case 'not-mine':
    case 'gone':
      return (
        <SaleLayout
          stage={
            <section className="card" role="alert">
              <h1 className="text-4">{t(`sale.${why}`)}</h1>
              {why !== 'not-mine' && <p className="muted mt-2">{t(`sale.${why}Hint`)}</p>}
              <div className="mt-4">{toSelling}</div>
            </section>
          }
          tray={tray}
        />
      )
  }
}
