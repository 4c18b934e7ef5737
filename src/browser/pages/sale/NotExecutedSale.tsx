import { CircleAlert, ShieldCheck } from 'lucide-react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { findRefusal } from '../../problem-class.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SaleActions } from './SaleActions.tsx'
import { ARM_MS, InstructionBar, LastKnownState, NextCustomer, ProblemReason, SalePageLayout } from './SaleParts.tsx'
import { SaleSummary } from './SaleSummary.tsx'

type NotExecutedSaleProps = {
  sale: Sale
  /** Why the last *Send again* was turned down. */
  refusal: FailureCode | undefined
  onSendAgain: () => void
}

/** Proven not to have happened: a person finishes the very same sale, or gives it up and returns the money (DESIGN rule 6). */
export function NotExecutedSale({ sale, refusal, onSendAgain }: NotExecutedSaleProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const { mayGoOn } = useSaleRights(sale)
  const abandon = useAbandonSale(sale.id)
  const refused = findRefusal(sale.problem)
  const pays = formats.money(sale.pays)

  return (
    <SalePageLayout
      panel={<SaleSummary sale={sale} total={{ label: t('sale.customerPaid'), money: sale.pays }} />}
      remark={mayGoOn ? undefined : t('sale.othersDecide', { name: sale.cashier.name })}
      foot={
        mayGoOn ? (
          <>
            <Button
              variant="primary"
              size="xl"
              amount={pays}
              keyCap="Enter"
              autoFocus
              armDelayMs={ARM_MS}
              blocked={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
              onClick={onSendAgain}
            >
              {t('sale.sendAgain')}
            </Button>
            <Button size="lg" pending={abandon.isPending} onClick={() => abandon.mutate()}>
              {t('sale.abandon', { amount: pays })}
            </Button>
          </>
        ) : (
          <NextCustomer />
        )
      }
    >
      <Banner tone="bad" icon={appearanceOf(sale).Icon} heading={t('state.not-executed.heading')}>
        <p>{t('state.not-executed.next', { amount: pays })}</p>
      </Banner>
      <InstructionBar tone="ok" icon={ShieldCheck} heading={t('sale.nothingCharged')}>
        {refused ? t('sale.refusedIt', { why: t(`sale.refusal.${refused}`) }) : t('sale.notExecutedHint')}
      </InstructionBar>
      {refusal && (
        <Notice
          tone="info"
          role="alert"
          icon={<CircleAlert size={24} aria-hidden />}
          heading={t(`failure.${refusal}`)}
        />
      )}
      {sale.problem && (sale.problem.text !== undefined || sale.problem.code === 'offline') && (
        <ProblemReason problem={sale.problem} />
      )}
      {stop === 'ticket.offline' && <LastKnownState sale={sale} />}
      <SaleTimeline sale={sale} next={t('sale.nextDecide')} />
      <SaleActions sale={sale} />
    </SalePageLayout>
  )
}
