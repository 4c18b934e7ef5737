import { ShieldCheck } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { SupportReference } from './SupportReference.tsx'
import { ResolutionCard } from './ResolutionCard.tsx'
import { RefundBar, RefundedButton, totalLabelOf } from './Refund.tsx'
import { ProblemReason } from './ProblemReason.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleOptions } from './SaleOptions.tsx'
import { SaleSummary, TrayFoot } from './SaleSummary.tsx'
import { ScriptCard } from './ScriptCard.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { useRepeatInternational } from './use-international-options.ts'
import { useNewSale } from './use-sale-options.ts'

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
  const newSale = useNewSale()
  const sameAbroad = useRepeatInternational(sale)
  const { words, Icon } = appearanceOf(sale)
  const pays = formats.money(sale.pays)
  // Given up after a confirm that was proven not to have happened: it is still watched (DESIGN rule 5).
  const isWatched = sale.state === 'abandoned' && sale.confirmedAt !== undefined
  const isVoucher = sale.kind === 'voucher'
  const notSent = isVoucher ? 'sale.notSoldRefund' : 'sale.notSentRefund'
  const sure = t(sale.state === 'failed' ? 'sale.finalWallet' : 'sale.checkingForADay')

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="bad"
            icon={<Icon className="ic" size={32} />}
            heading={t(`state.${words}.heading`)}
            end={<span className="num self-start text-ink">{formats.clock(sale.finalAt ?? sale.openedAt)}</span>}
          >
            <p>
              {sale.state === 'failed'
                ? t(isVoucher ? 'sale.failedVoucherHint' : 'sale.failedHint', { brand: sale.brand })
                : t(isWatched ? 'state.abandoned.nextAfterConfirm' : 'sale.nothingCharged')}
            </p>
          </StateBanner>
          {sale.problem && sale.problem.code !== 'abandoned' && (
            <ProblemReason
              problem={sale.problem}
              chosen={sale.international && countryName(sale.international.country)}
            />
          )}
          {sale.resolution && <ResolutionCard closed={sale.resolution} />}
          {sale.refund ? (
            <RefundBar sale={sale} lead={sure} />
          ) : (
            <InstructionBar
              tone="ok"
              icon={<ShieldCheck className="ic text-ok" size={56} aria-hidden="true" />}
              heading={t(sale.state === 'failed' ? 'sale.walletNotCharged' : 'sale.nothingCharged')}
            >
              {t(sale.state === 'failed' ? 'sale.finalRefund' : notSent, { amount: pays })}
            </InstructionBar>
          )}
          <SaleOptions sale={sale} tileId={tileId} count={count} />
          {sale.state === 'failed' && (
            <ScriptCard>{t(isVoucher ? 'sale.sayFailedVoucher' : 'sale.sayFailed')}</ScriptCard>
          )}
          <SupportReference sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSummary sale={sale} total={{ label: t(totalLabelOf(sale)), money: sale.pays }} />
          {sale.refund && <SaleTimeline sale={sale} place="tray" />}
          <TrayFoot>
            <RefundedButton sale={sale} />
            {sameAbroad ? (
              <>
                <FocusedAction onPress={sameAbroad} amount={pays}>
                  {t('sale.international.tryAgain')}
                </FocusedAction>
                <button type="button" className="btn btn--lg btn--block" onClick={newSale}>
                  {t('sale.nextCustomer')}
                </button>
              </>
            ) : (
              <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
                {t('sale.nextCustomer')}
              </FocusedAction>
            )}
          </TrayFoot>
        </>
      }
    />
  )
}
