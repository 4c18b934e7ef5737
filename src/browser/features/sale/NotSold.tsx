import { ListOrdered, PencilLine, RotateCcw, ShieldCheck, Smartphone, Store } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { decimal } from '#domain/money.ts'
import type { Batch, Sale } from '#domain/sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { lookOfSale } from '../../sale-look.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { contentOfService } from './content.ts'
import { AskHelp } from './AskHelp.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { GiveBackBar, GivenBackButton, totalLabelOf } from './GiveBack.tsx'
import { Reason } from './Reason.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { SaleTimeline } from '../../SaleTimeline.tsx'
import { WaysToSellAbroad } from './WaysToSellAbroad.tsx'
import { Option } from './Option.tsx'
import { useSameAbroad } from './use-ways-abroad.ts'
import { useChange, useNewSale, useWaysOn } from './use-ways-on.ts'

/** Failed, refused or given up: why, what that means for the money, and the ways on. */
export function NotSold({ sale, tileId }: { sale: Sale; tileId: string | undefined }) {
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
            end={<span className="num self-start text-ink">{formats.clock(sale.settledAt ?? sale.openedAt)}</span>}
          >
            <p>
              {sale.state === 'failed'
                ? t(isVoucher ? 'sale.failedVoucherHint' : 'sale.failedHint', { brand: sale.brand })
                : t(isWatched ? 'state.abandoned.nextAfterConfirm' : 'sale.nothingCharged')}
            </p>
          </StateBanner>
          {sale.problem && sale.problem.code !== 'given-up' && (
            <Reason problem={sale.problem} chosen={sale.international?.country.name} />
          )}
          {sale.closed && <ClosedCard closed={sale.closed} />}
          {sale.giveBack ? (
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
          <section aria-label={t('sale.options')}>
            <div className="options">
              {sale.batch && <ToQuantity batch={sale.batch} />}
              {sale.international ? (
                <WaysToSellAbroad sale={sale} choice={sale.international} isWatched={isWatched} />
              ) : (
                <WaysToSell sale={sale} tileId={tileId} isWatched={isWatched} />
              )}
            </div>
          </section>
          {sale.state === 'failed' && <SayCard>{t(isVoucher ? 'sale.sayFailedVoucher' : 'sale.sayFailed')}</SayCard>}
          <AskHelp sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSlip sale={sale} total={{ label: t(totalLabelOf(sale)), money: sale.pays }} />
          {sale.giveBack && <SaleTimeline sale={sale} place="tray" />}
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

/** A quantity goes on where its lines are. */
function ToQuantity({ batch: { id, line, of } }: { batch: Batch }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Option
      icon={<ListOrdered className="ic" size={24} />}
      onPick={() => void navigate(paths.batch(id))}
      heading={t('sale.toQuantity')}
    >
      {t('sale.lineOf', { line, of })}
    </Option>
  )
}

type WaysToSellProps = { sale: Sale; tileId: string | undefined; isWatched: boolean }

/** What else may be sold instead: the same with a change, something else, or the very same. */
function WaysToSell({ sale, tileId, isWatched }: WaysToSellProps) {
  const t = useText()
  const formats = useFormats()
  const content = contentOfService(sale)
  const change = useChange(content, tileId)
  const ways = useWaysOn(content, tileId)
  const isVoucher = sale.kind === 'voucher'
  const amount = formats.shortMoney(decimal(sale.amount.amount), sale.amount.currency)
  // The other lines of a quantity are what they are: only before the first is sold may all be changed.
  if (sale.batch && sale.batch.line > 1) return null
  return (
    <>
      <Option
        icon={<PencilLine className="ic" size={24} />}
        onPick={() => change()}
        heading={t(isVoucher ? 'sale.changeVoucher' : 'sale.changeNumber')}
      >
        {isVoucher ? t('sale.productStays') : t('sale.amountStays', { amount })}
      </Option>
      <Option
        icon={isVoucher ? <Store className="ic" size={24} /> : <Smartphone className="ic" size={24} />}
        onPick={ways.otherProduct}
        heading={t(isVoucher ? 'sale.otherProduct' : 'sale.otherOperator')}
      >
        {t(isVoucher ? 'sale.otherProductHint' : 'sale.bothStay')}
      </Option>
      {!isWatched && !sale.batch && (
        <Option
          icon={<RotateCcw className="ic flip" size={24} />}
          onPick={ways.sameAgain}
          heading={t('sale.sameAgain')}
        >
          {t('sale.safeAgain')}
        </Option>
      )}
    </>
  )
}
