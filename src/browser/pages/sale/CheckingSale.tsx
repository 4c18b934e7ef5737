import { Clock } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import type { Content } from './content.ts'
import { ContentSummary } from './ContentSummary.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { useEditSale } from './use-sale-options.ts'

type CheckingSaleProps = {
  content: Content
  tileId: string | undefined
  /** The till itself did not answer: a person may ask once more. */
  onAskAgain?: () => void
}

const HINTS = {
  direct: 'sale.checkingHint',
  voucher: 'sale.checkingVoucherHint',
  international: 'sale.international.checkingHint',
} as const

/** The check is on its way. Nothing can be charged yet. */
export function CheckingSale({ content, tileId, onAskAgain }: CheckingSaleProps) {
  const t = useText()
  const change = useEditSale(content, tileId)

  return (
    <SaleLayout
      stage={
        <StateBanner tone="wait" icon={<Clock className="ic" size={32} />} heading={t('state.opened.heading')}>
          <p>{onAskAgain ? t('sale.checkLostHint') : t('state.opened.next')}</p>
        </StateBanner>
      }
      tray={
        <>
          <ContentSummary content={content} totalLabel={t('money.customerPays')} />
          <TrayFoot remark={t(HINTS[content.kind])}>
            {onAskAgain ? (
              <>
                <FocusedAction onPress={onAskAgain}>{t('storefront.tryAgain')}</FocusedAction>
                <button type="button" className="btn btn--lg btn--block" onClick={() => change()}>
                  {t(content.kind === 'international' ? 'sale.international.backToAmounts' : 'sale.backToTicket')}
                </button>
              </>
            ) : null}
          </TrayFoot>
        </>
      }
    />
  )
}
