import { Hand } from 'lucide-react'

import type { Sale } from '#domain/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { AskHelp } from './AskHelp.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { Timeline } from './Timeline.tsx'
import { useWaysOn } from './use-ways-on.ts'

/** Cancelled or changed by the service, or its answers disagree: a person who sees the wallet has to look. */
export function AskSupervisorSale({ sale }: { sale: Sale }) {
  const t = useText()
  const isAnswering = useIsAnswering()
  const { newSale } = useWaysOn({ ...sale, amount: sale.amount.amount })
  const { words, Icon } = lookOfSale(sale)

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner tone="unk" icon={<Icon className="ic" size={32} />} heading={t(`state.${words}.heading`)}>
            <p>{t(`state.${words}.next`)}</p>
          </StateBanner>
          <StopBar
            tone="unk"
            icon={<Hand className="ic" size={56} aria-hidden="true" />}
            heading={t('sale.askSupervisor')}
          >
            {t('sale.askSupervisorHint')}
          </StopBar>
          <Timeline sale={sale} isAnswering={isAnswering} isOver />
          <SayCard>{t('sale.sayAsk')}</SayCard>
          <AskHelp sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSlip sale={sale} total={{ label: t('sale.customerPaid'), money: sale.pays }} />
          <TrayFoot>
            <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.nextCustomer')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}
