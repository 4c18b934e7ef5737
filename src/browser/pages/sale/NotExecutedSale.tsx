import { CircleAlert, ShieldCheck } from 'lucide-react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { findRefusal } from '../../problem-class.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { CallSupervisorButton } from './CallSupervisor.tsx'
import { LastKnownState } from './LastKnownState.tsx'
import { ProblemReason } from './ProblemReason.tsx'
import { SaleActions } from './SaleActions.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSummary, TrayFoot } from './SaleSummary.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { useNewSale } from './use-sale-options.ts'

type NotExecutedSaleProps = { sale: Sale; refusal: FailureCode | undefined; onFinish: () => void }

/** Proven not to have happened: a person finishes the very same sale, or gives it up and returns the money (DESIGN rule 6). */
export function NotExecutedSale({ sale, refusal, onFinish }: NotExecutedSaleProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const { mayGoOn } = useSaleRights(sale)
  const newSale = useNewSale()
  const abandon = useAbandonSale(sale.id)
  const { Icon } = appearanceOf(sale)
  const refused = findRefusal(sale.problem)
  const pays = formats.money(sale.pays)

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner tone="bad" icon={<Icon className="ic" size={32} />} heading={t('state.not-executed.heading')}>
            <p>{t('state.not-executed.next', { amount: pays })}</p>
          </StateBanner>
          <InstructionBar
            tone="ok"
            icon={<ShieldCheck className="ic text-ok" size={56} aria-hidden="true" />}
            heading={t('sale.nothingCharged')}
          >
            {refused ? t('sale.refusedIt', { why: t(`sale.refusal.${refused}`) }) : t('sale.notExecutedHint')}
          </InstructionBar>
          {refusal && (
            <Notice
              kind="info"
              role="alert"
              icon={<CircleAlert className="ic" size={24} />}
              heading={t(`failure.${refusal}`)}
            />
          )}
          {sale.problem && (sale.problem.text !== undefined || sale.problem.code === 'offline') && (
            <ProblemReason problem={sale.problem} />
          )}
          {stop === 'ticket.offline' && <LastKnownState sale={sale} />}
          <SaleTimeline sale={sale} next={t('sale.nextDecide')} />
          <SaleActions sale={sale}>
            {(refused === 'funds' || refused === 'access') && <CallSupervisorButton sale={sale} />}
          </SaleActions>
        </>
      }
      tray={
        <>
          <SaleSummary sale={sale} total={{ label: t('sale.customerPaid'), money: sale.pays }} />
          {mayGoOn ? (
            <TrayFoot>
              <FocusedAction
                amount={pays}
                notReady={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
                onPress={onFinish}
              >
                {t('sale.sendAgain')}
              </FocusedAction>
              <button
                type="button"
                className="btn btn--lg btn--block"
                aria-disabled={abandon.isPending}
                onClick={() => !abandon.isPending && abandon.mutate()}
              >
                {t('sale.abandon', { amount: pays })}
              </button>
            </TrayFoot>
          ) : (
            <TrayFoot remark={t('sale.othersDecide', { name: sale.cashier.name })}>
              <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
                {t('sale.nextCustomer')}
              </FocusedAction>
            </TrayFoot>
          )}
        </>
      }
    />
  )
}
