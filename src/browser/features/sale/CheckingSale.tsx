import { Clock } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { ContentSlip, type Content } from './ContentSlip.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSlip.tsx'
import { useWaysOn } from './use-ways-on.ts'

type CheckingSaleProps = {
  content: Content
  tileId: string | undefined
  /** The till itself did not answer: a person may ask once more. */
  onAskAgain?: () => void
}

/** The check is on its way. Nothing can be charged yet. */
export function CheckingSale({ content, tileId, onAskAgain }: CheckingSaleProps) {
  const t = useText()
  const { change } = useWaysOn(content, tileId)

  return (
    <SaleLayout
      stage={
        <StateBanner tone="wait" icon={<Clock className="ic" size={32} />} heading={t('state.opened.heading')}>
          <p>{onAskAgain ? t('sale.checkLostHint') : t('state.opened.next')}</p>
        </StateBanner>
      }
      tray={
        <>
          <ContentSlip content={content} totalLabel={t('money.customerPays')} />
          <TrayFoot remark={t('sale.checkingHint')}>
            {onAskAgain ? (
              <>
                <FocusedAction onPress={onAskAgain}>{t('storefront.tryAgain')}</FocusedAction>
                <button type="button" className="btn btn--lg btn--block" onClick={() => change()}>
                  {t('sale.change')}
                </button>
              </>
            ) : null}
          </TrayFoot>
        </>
      }
    />
  )
}
