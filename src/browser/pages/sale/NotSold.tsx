import { ShieldCheck } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { countryName } from '../../i18n/country-name.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { RefundBar, RefundFoot, totalLabelOf } from './Refund.tsx'
import { ResolutionCard } from './ResolutionCard.tsx'
import { SaleOptions } from './SaleOptions.tsx'
import { ARM_MS, InstructionBar, ProblemReason, SalePageLayout, ScriptCard, SupportReference } from './SaleParts.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import { useNewSale, useRepeatInternational } from './use-sale-options.ts'

type NotSoldProps = {
  sale: Sale
  tileId: string | undefined
  /** Of a quantity that was never approved: its first line stands for all of them. */
  count?: number | undefined
}

/** Failed, refused or given up: why, what that means for the money, and the ways on. */
export function NotSold({ sale, tileId, count }: NotSoldProps) {
  const t = useText()
  const formats = useFormats()
  const { words, tone, Icon } = appearanceOf(sale)
  const isFinal = sale.state === 'failed'
  const charged = t(isFinal ? 'sale.walletNotCharged' : 'sale.nothingCharged')
  const hint = hintOf(sale)

  return (
    <SalePageLayout
      panel={
        <>
          <SaleSummary sale={sale} total={{ label: t(totalLabelOf(sale)), money: sale.pays }} />
          {sale.refund && <SaleTimeline sale={sale} place="tray" />}
        </>
      }
      foot={<Foot sale={sale} />}
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

/** What the cards below do not say, if anything. */
function hintOf({ state, kind, confirmedAt, problem }: Sale): MessageId | undefined {
  if (state === 'failed') return kind === 'voucher' ? 'sale.failedVoucherHint' : 'sale.failedHint'
  if (state !== 'abandoned' || problem?.code === 'expired') return undefined
  // Given up after a confirm that was proven not to have happened: it is still watched (DESIGN rule 5).
  return confirmedAt === undefined ? 'sale.problem.abandoned' : 'sale.checkingForADay'
}

function Foot({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const newSale = useNewSale()
  const tryAgain = useRepeatInternational(sale)
  if (!tryAgain) return <RefundFoot sale={sale} />
  return (
    <>
      <Button
        variant="primary"
        size="xl"
        amount={formats.money(sale.pays)}
        keyCap="Enter"
        autoFocus
        armDelayMs={ARM_MS}
        onClick={tryAgain}
      >
        {t('sale.international.tryAgain')}
      </Button>
      <Button size="lg" onClick={newSale}>
        {t('sale.nextCustomer')}
      </Button>
    </>
  )
}
