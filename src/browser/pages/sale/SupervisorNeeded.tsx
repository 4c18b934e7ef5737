import { Hand } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { PartialCode } from '../../sale/delivery/PartialCode.tsx'
import { RevealedCode } from '../../sale/delivery/RevealedCode.tsx'
import { useReveal } from '../../sale/delivery/use-reveal.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Banner } from '../../ui/Banner.tsx'
import { RefundBar, RefundFoot, totalLabelOf } from './Refund.tsx'
import { ResolutionCard } from './ResolutionCard.tsx'
import { SaleActions } from './SaleActions.tsx'
import { InstructionBar, NextCustomer, SalePageLayout, ScriptCard, SupportReference } from './SaleParts.tsx'
import { SaleSummary } from './SaleSummary.tsx'

/**
 * Cancelled or changed by the service, or its answers disagree: a person who sees the wallet has to look. Or one has, and resolved what the
 * service left open.
 */
export function SupervisorNeeded({ sale }: { sale: Sale }) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const { words, Icon } = appearanceOf(sale)
  const isOpen = sale.attention !== undefined || !sale.resolution

  return (
    <SalePageLayout
      panel={
        <SaleSummary
          sale={sale}
          total={{ label: t(sale.refund ? totalLabelOf(sale) : 'sale.customerPaid'), money: sale.pays }}
        />
      }
      foot={isOpen ? <NextCustomer /> : <RefundFoot sale={sale} />}
    >
      <Banner tone="unk" icon={Icon} heading={t(`state.${words}.heading`, { brand: sale.brand })} />
      {sale.resolution && <ResolutionCard closed={sale.resolution} />}
      {isOpen ? (
        <InstructionBar tone="unk" icon={Hand} heading={t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')}>
          {t(isSupervisor ? 'sale.askSupportHint' : 'sale.askSupervisorHint')}
        </InstructionBar>
      ) : (
        <RefundBar sale={sale} />
      )}
      {isSupervisor && sale.voucher !== undefined && <ConflictingCode sale={sale} />}
      <SaleTimeline sale={sale} />
      {isOpen && !isSupervisor && <ScriptCard>{t('sale.sayAsk')}</ScriptCard>}
      <SupportReference sale={sale} />
      <SaleActions sale={sale} needsHelp={isOpen} />
    </SalePageLayout>
  )
}

/** What the service gave before it said otherwise: never shown by itself, and not delivered from here. */
function ConflictingCode({ sale }: { sale: Sale }) {
  const shown = useReveal(sale, false)
  return sale.voucher === 'coming' ? <PartialCode sale={sale} /> : <RevealedCode handOut={{ sale, shown }} />
}
