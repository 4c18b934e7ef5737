import { Hand, HandCoins, ShieldCheck } from 'lucide-react'

import { isRefundDue, type Sale } from '#domain/sale/sale.ts'
import { paymentNames } from '../../sale/payment-words.ts'
import { useRefundedBy } from '../../sale/PaymentMethodField.tsx'
import { useMarkRefunded } from '../../api/sale-steps.ts'
import { countryName } from '../../i18n/country-name.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PartialCode, RevealedCode } from '../../sale/delivery/RevealedCode.tsx'
import { useReveal } from '../../sale/delivery/use-reveal.ts'
import { SaleProblem } from '../../sale/SaleProblem.tsx'
import { appearanceOf } from '../../sale/SaleRowParts.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { ResolutionCard } from './SaleCards.tsx'
import { SaleActions } from './SaleActions.tsx'
import { SaleOptions } from './SaleOptions.tsx'
import {
  EnterButton,
  InstructionBar,
  NextCustomer,
  ProblemReason,
  SalePageLayout,
  ScriptCard,
  SupportReference,
} from './SaleParts.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import { useNewSale, useRepeatInternational } from './use-sale-options.ts'

type NotSoldProps = {
  sale: Sale
  tileId: string | undefined
  /** For a batch that was never approved: its first line represents all lines. */
  count?: number | undefined
}

/** A failed, refused or abandoned sale. */
export function NotSold({ sale, tileId, count }: NotSoldProps) {
  const t = useText()
  const formats = useFormats()
  const { words, tone, Icon } = appearanceOf(sale)
  const isFinal = sale.state === 'failed'
  const charged = t(isFinal ? 'sale.walletNotCharged' : 'sale.nothingCharged')
  const hint = hintOf(sale)

  return (
    <SalePageLayout
      panel={<SaleSummary sale={sale} totalLabel={totalLabelOf(sale)} />}
      timeline={sale.refund && { sale }}
      foot={<NextSteps sale={sale} />}
    >
      <Banner
        tone={tone}
        icon={Icon}
        heading={t(`state.${words}.heading`)}
        end={
          <bdi dir="ltr" className="self-start">
            {formats.clock(sale.finalAt ?? sale.openedAt)}
          </bdi>
        }
      >
        {hint && <p>{t(hint, { brand: sale.brand })}</p>}
      </Banner>
      {sale.problem && sale.problem.code !== 'abandoned' && (
        <ProblemReason problem={sale.problem} chosen={sale.international && countryName(sale.international.country)} />
      )}
      {sale.resolution && <ResolutionCard closed={sale.resolution} />}
      {sale.refund ? (
        <RefundBar sale={sale} lead={isFinal ? t('sale.finalWallet') : undefined} />
      ) : (
        <InstructionBar tone="ok" icon={ShieldCheck} heading={charged}>
          {t(isFinal ? 'sale.finalRefund' : sale.kind === 'voucher' ? 'sale.notSoldRefund' : 'sale.notSentRefund', {
            amount: formats.money(sale.pays),
          })}
        </InstructionBar>
      )}
      <SaleOptions sale={sale} tileId={tileId} count={count} />
      {isFinal && <ScriptCard>{t(sale.kind === 'voucher' ? 'sale.sayFailedVoucher' : 'sale.sayFailed')}</ScriptCard>}
      <SupportReference sale={sale} />
    </SalePageLayout>
  )
}

function hintOf({ state, kind, confirmedAt, problem }: Sale): MessageId | undefined {
  if (state === 'failed') return kind === 'voucher' ? 'sale.failedVoucherHint' : 'sale.failedHint'
  if (state !== 'abandoned' || problem?.code === 'expired') return undefined
  // Abandoned after a confirm that was proven not executed, so it is still rechecked (rule 5).
  return confirmedAt === undefined ? 'sale.problem.abandoned' : 'sale.checkingForADay'
}

function NextSteps({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const newSale = useNewSale()
  const tryAgain = useRepeatInternational(sale)
  if (!tryAgain) return <RefundFoot sale={sale} />
  return (
    <>
      <EnterButton amount={formats.money(sale.pays)} onClick={tryAgain}>
        {t('sale.international.tryAgain')}
      </EnterButton>
      <Button size="lg" onClick={newSale}>
        {t('sale.nextCustomer')}
      </Button>
    </>
  )
}

type RefundBarProps = {
  sale: Sale
  /** What is certain about the wallet. */
  lead?: string | undefined
}

function RefundBar({ sale, lead }: RefundBarProps) {
  const t = useText()
  const formats = useFormats()
  const formatWhen = useFormatDate()
  if (!sale.refund) return null
  const amount = formats.money(sale.pays)
  const { done } = sale.refund
  return (
    <InstructionBar
      tone="ok"
      icon={HandCoins}
      heading={t(done ? 'sale.refundedHeading' : 'sale.refundHeading', { amount })}
    >
      {lead !== undefined && `${lead} `}
      {done ? (
        <>
          {t('sale.refundedBy', { name: done.by })}
          {done.paymentMethod &&
            t('shell.comma') + paymentNames({ ...done, paymentMethod: done.paymentMethod }, sale.pays, t)}
          {t('shell.comma')}
          <bdi>{formatWhen(done.at)}</bdi>
        </>
      ) : (
        t('sale.refundHint')
      )}
    </InstructionBar>
  )
}

function RefundFoot({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const refunded = useMarkRefunded(sale.id)
  const { field, said } = useRefundedBy(sale)
  if (!isRefundDue(sale)) return <NextCustomer />
  return (
    <>
      <SaleProblem error={refunded.error} />
      {field}
      <Button
        variant="primary"
        size="xl"
        icon={HandCoins}
        pending={refunded.isPending}
        onClick={() => refunded.mutate(said)}
      >
        {t('sale.refundedAmount', { amount: formats.money(sale.pays) })}
      </Button>
      <NextCustomer isSecond />
    </>
  )
}

function totalLabelOf({ refund }: Pick<Sale, 'refund'>): 'sale.refund' | 'sale.refunded' | 'sale.notPaid' {
  return refund ? (refund.done ? 'sale.refunded' : 'sale.refund') : 'sale.notPaid'
}

/** The wholesaler canceled or changed the sale, or contradicts itself, so someone who can see the wallet must check. Also shows that decision. */
export function SupervisorNeeded({ sale }: { sale: Sale }) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const { words, Icon } = appearanceOf(sale)
  const isOpen = sale.attention !== undefined || !sale.resolution

  return (
    <SalePageLayout
      panel={<SaleSummary sale={sale} totalLabel={sale.refund && totalLabelOf(sale)} />}
      timeline={{ sale }}
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
      {isOpen && !isSupervisor && <ScriptCard>{t('sale.sayAsk')}</ScriptCard>}
      {isSupervisor && sale.voucher !== undefined && <ConflictingCode sale={sale} />}
      <SupportReference sale={sale} />
      <SaleActions sale={sale} needsHelp={isOpen} />
    </SalePageLayout>
  )
}

/** The code that the wholesaler gave before it reported otherwise. Shown on request only, and not delivered from here. */
function ConflictingCode({ sale }: { sale: Sale }) {
  const reveal = useReveal([sale])
  return sale.voucher === 'coming' ? <PartialCode sale={sale} /> : <RevealedCode sale={sale} reveal={reveal} />
}
