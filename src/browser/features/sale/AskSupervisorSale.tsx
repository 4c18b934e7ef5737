import { Hand } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { CodeOnStage } from '../../codes/CodeOnStage.tsx'
import { CodeSoFar } from '../../codes/CodeSoFar.tsx'
import { useRevealed } from '../../codes/use-revealed.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { productOfSale } from '../../sale-naming.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { useMyRight } from '../../use-my-right.ts'
import { AskHelp } from './AskHelp.tsx'
import { CallSupervisorButton } from './CallSupervisor.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { GiveBackBar, GivenBackButton, totalLabelOf } from './GiveBack.tsx'
import { SaleDeeds } from './SaleDeeds.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { SaleTimeline } from '../../SaleTimeline.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { useNewSale } from './use-ways-on.ts'

/**
 * Cancelled or changed by the service, or its answers disagree: a person who sees the wallet has to look. Or one has, and closed what the
 * service left open.
 */
export function AskSupervisorSale({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const newSale = useNewSale()
  const { isSupervisor } = useMyRight(sale)
  const { words, Icon } = lookOfSale(sale)
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
          {sale.resolution && <ClosedCard closed={sale.resolution} />}
          {needsWord ? (
            <StopBar
              tone="unk"
              icon={<Hand className="ic" size={56} aria-hidden="true" />}
              heading={t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')}
            >
              {t(isSupervisor ? 'sale.askSupportHint' : 'sale.askSupervisorHint')}
            </StopBar>
          ) : (
            <GiveBackBar sale={sale} />
          )}
          {isSupervisor && sale.voucher !== undefined && <CodeUnderDispute sale={sale} />}
          <SaleTimeline sale={sale} />
          {needsWord && !isSupervisor && <SayCard>{t('sale.sayAsk')}</SayCard>}
          <SaleDeeds sale={sale}>{needsWord && <CallSupervisorButton sale={sale} />}</SaleDeeds>
          <AskHelp sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSlip
            sale={sale}
            total={{ label: t(sale.refund ? totalLabelOf(sale) : 'sale.customerPaid'), money: sale.pays }}
          />
          <TrayFoot>
            {!needsWord && <GivenBackButton sale={sale} />}
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
  const shown = useRevealed(sale, false)
  return sale.voucher === 'coming' ? <CodeSoFar sale={sale} /> : <CodeOnStage handOut={{ sale, shown }} />
}
