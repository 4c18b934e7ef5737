import { RefreshCw } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import type { Content } from './content.ts'
import { ContentSummary } from './ContentSummary.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'

/** The till was renewed while this page stood open. After a reload the same sale is asked for again. */
export function OutdatedPage({ content }: { content: Content }) {
  const t = useText()
  return (
    <SaleLayout
      stage={
        <section className="card" role="alert">
          <h1 className="text-4">{t('failure.page-outdated')}</h1>
          <p className="muted mt-2">{t('sale.reloadHint')}</p>
        </section>
      }
      tray={
        <>
          <ContentSummary content={content} totalLabel={t('money.customerPays')} />
          <TrayFoot>
            <FocusedAction onPress={() => location.reload()} icon={<RefreshCw className="ic" size={24} />}>
              {t('sale.reload')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}
