import { ShieldCheck } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { AskHelp } from './AskHelp.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { GiveBackBar, GivenBackButton, totalLabelOf } from './GiveBack.tsx'
import { Reason } from './Reason.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleOptions } from './SaleOptions.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { SaleTimeline } from '../../SaleTimeline.tsx'
import { useSameAbroad } from './use-ways-abroad.ts'
import { useNewSale } from './use-ways-on.ts'

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
  const sameAbroad = useSameAbroad(sale)
  const { words, Icon } = lookOfSale(sale)
  const pays = formats.money(sale.pays)
  // Given up after a confirm that was proven not to have happened: it is still watched (DESIGN rule 5).
  const isWatched = sale.state === 'abandoned' && sale.confirmedAt !== undefined
  const isVoucher = sale.kind === 'voucher'
  const notSent = isVoucher ? 'sale.notSoldGiveBack' : 'sale.notSentGiveBack'
  const sure = t(sale.state === 'failed' ? 'sale.finalWallet' : 'sale.watched')

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
            <Reason problem={sale.problem} chosen={sale.international?.country.name} />
          )}
          {sale.resolution && <ClosedCard closed={sale.resolution} />}
          {sale.refund ? (
            <GiveBackBar sale={sale} lead={sure} />
          ) : (
            <StopBar
              tone="ok"
              icon={<ShieldCheck className="ic text-ok" size={56} aria-hidden="true" />}
              heading={t(sale.state === 'failed' ? 'sale.walletNotCharged' : 'sale.nothingCharged')}
            >
              {t(sale.state === 'failed' ? 'sale.finalGiveBack' : notSent, { amount: pays })}
            </StopBar>
          )}
          <SaleOptions sale={sale} tileId={tileId} count={count} />
          {sale.state === 'failed' && <SayCard>{t(isVoucher ? 'sale.sayFailedVoucher' : 'sale.sayFailed')}</SayCard>}
          <AskHelp sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSlip sale={sale} total={{ label: t(totalLabelOf(sale)), money: sale.pays }} />
          {sale.refund && <SaleTimeline sale={sale} place="tray" />}
          <TrayFoot>
            <GivenBackButton sale={sale} />
            {sameAbroad ? (
              <>
                <FocusedAction onPress={sameAbroad} amount={pays}>
                  {t('sale.intl.tryAgain')}
                </FocusedAction>
                <button type="button" className="btn btn--lg btn--block" onClick={newSale}>
                  {t('sale.newSale')}
                </button>
              </>
            ) : (
              <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
                {t('sale.newSale')}
              </FocusedAction>
            )}
          </TrayFoot>
        </>
      }
    />
  )
}
