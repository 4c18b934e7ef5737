import { Hand } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { RevealedCode } from '../../sale/delivery/RevealedCode.tsx'
import { PartialCode } from '../../sale/delivery/PartialCode.tsx'
import { useReveal } from '../../sale/delivery/use-reveal.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { productOfSale } from '../../sale/sale-naming.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { SupportReference } from './SupportReference.tsx'
import { CallSupervisorButton } from './CallSupervisor.tsx'
import { ResolutionCard } from './ResolutionCard.tsx'
import { RefundBar, RefundedButton, totalLabelOf } from './Refund.tsx'
import { SaleActions } from './SaleActions.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSummary, TrayFoot } from './SaleSummary.tsx'
import { ScriptCard } from './ScriptCard.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { useNewSale } from './use-sale-options.ts'

/**
 * Cancelled or changed by the service, or its answers disagree: a person who sees the wallet has to look. Or one has, and closed what the
 * service left open.
 */
export function SupervisorNeeded({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const newSale = useNewSale()
  const { isSupervisor } = useSaleRights(sale)
  const { words, Icon } = appearanceOf(sale)
  const needsWord = sale.attention !== undefined || !sale.resolution

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="unk"
            icon={<Icon className="ic" size={32} />}
            heading={t(`state.${words}.heading`, { brand: sale.brand })}
          >
            {needsWord && !isSupervisor && (
              <p>{t(`state.${words}.next`, { amount: formats.money(sale.pays), product: productOfSale(sale, t) })}</p>
            )}
          </StateBanner>
          {sale.resolution && <ResolutionCard closed={sale.resolution} />}
          {needsWord ? (
            <InstructionBar
              tone="unk"
              icon={<Hand className="ic" size={56} aria-hidden="true" />}
              heading={t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')}
            >
              {t(isSupervisor ? 'sale.askSupportHint' : 'sale.askSupervisorHint')}
            </InstructionBar>
          ) : (
            <RefundBar sale={sale} />
          )}
          {isSupervisor && sale.voucher !== undefined && <CodeUnderDispute sale={sale} />}
          <SaleTimeline sale={sale} />
          {needsWord && !isSupervisor && <ScriptCard>{t('sale.sayAsk')}</ScriptCard>}
          <SaleActions sale={sale}>{needsWord && <CallSupervisorButton sale={sale} />}</SaleActions>
          <SupportReference sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSummary
            sale={sale}
            total={{ label: t(sale.refund ? totalLabelOf(sale) : 'sale.customerPaid'), money: sale.pays }}
          />
          <TrayFoot>
            {!needsWord && <RefundedButton sale={sale} />}
            <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.nextCustomer')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}

/** What the service gave before it said otherwise: never shown by itself, and handed out from here in no way. */
function CodeUnderDispute({ sale }: { sale: Sale }) {
  const shown = useReveal(sale, false)
  return sale.voucher === 'coming' ? <PartialCode sale={sale} /> : <RevealedCode handOut={{ sale, shown }} />
}
