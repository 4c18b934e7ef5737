import { Check } from 'lucide-react'

import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { CodeOnStage } from '../../codes/CodeOnStage.tsx'
import { CodeSoFar } from '../../codes/CodeSoFar.tsx'
import { HandOutActions } from '../../codes/HandOutActions.tsx'
import { HandOutBar } from '../../codes/HandOutBar.tsx'
import { ToOtherCodes } from '../../codes/ToOtherCodes.tsx'
import { useHandOut, type HandOut } from '../../codes/use-hand-out.ts'
import { CostFold } from '../../CostLines.tsx'
import { useTerminalPrinter } from '../../device/terminal-printer.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PaperView } from '../../papers/PaperView.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { productOfSale } from '../../sale-naming.ts'
import { SellAgainButton } from '../../SellAgainButton.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSlip.tsx'
import { useNewSale } from './use-ways-on.ts'

type SoldSaleProps = {
  sale: Sale
  /** Its code came while this screen waited for it. */
  cameJustNow: boolean
}

/** Sold: what the customer gets, the ways to hand it out, and the slip as their receipt. */
export function SoldSale({ sale, cameJustNow }: SoldSaleProps) {
  const t = useText()
  const formats = useFormats()
  const newSale = useNewSale()
  const handOut = useHandOut(sale, { cameJustNow })
  const { shown, handing } = handOut
  // Pressed for, not come by itself: then the focus waits for what comes.
  const isAsked = handing.told?.kind === 'asked' || (shown.now.kind === 'asking' && sale.revealCount > 0)

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="ok"
            icon={<Check className="ic" size={32} />}
            heading={t('state.succeeded.heading')}
            end={<span className="num self-start text-ink">{formats.clock(sale.finalAt ?? sale.openedAt)}</span>}
          >
            <p>{t('state.succeeded.next', { product: productOfSale(sale, t), amount: formats.money(sale.pays) })}</p>
          </StateBanner>
          {sale.resolution && <ClosedCard closed={sale.resolution} />}
          <Goods sale={sale} handOut={handOut} />
          {sale.voucher !== 'coming' && <HandOutActions handOut={handOut} />}
          <CostFold sale={sale} />
        </>
      }
      tray={
        <>
          <Receipt handOut={handOut} />
          <TrayFoot remark={findRemark(handOut)}>
            <HandOutBar handOut={handOut} />
            <ToOtherCodes sale={sale} />
            <FocusedAction
              isShy={isAsked}
              isSlow={isUndelivered(sale)}
              onPress={newSale}
              icon={<kbd className="kbd">Enter</kbd>}
            >
              {t('sale.newSale')}
            </FocusedAction>
            <SellAgainButton sale={sale} isBlock />
          </TrayFoot>
        </>
      }
    />
  )

  function findRemark({ shown: { now } }: HandOut): string | undefined {
    if (sale.voucher !== undefined) return undefined
    if (now.kind === 'asking') return t('sale.receipt.reading')
    return now.kind === 'hidden' && now.error !== undefined ? t('sale.receipt.noText') : undefined
  }
}

/** What was sold: a code, or what went to a number. */
function Goods({ sale, handOut }: { sale: Sale; handOut: HandOut }) {
  const t = useText()
  if (sale.voucher === 'coming') return <CodeSoFar sale={sale} />
  if (sale.voucher !== undefined) return <CodeOnStage handOut={handOut} />
  return (
    <section className="card paper readback__card" aria-label={t('sale.readBack')}>
      <ReadBackProduct sale={sale} />
      {sale.account !== undefined && <ReadBackNumber sale={sale} />}
      <div className="readback__box readback__box--pays">
        <div className="muted text-4">{t('money.recipientGets')}</div>
        <div className="big">
          <MoneyText money={sale.amount} />
        </div>
      </div>
    </section>
  )
}

/** The paper as it is handed out, with the code while that is shown. */
function Receipt({ handOut: { paper } }: { handOut: HandOut }) {
  const t = useText()
  const width = useTerminalPrinter((preferences) => preferences.width)
  return (
    // A long paper is read with the arrow keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="receiptroll" tabIndex={0}>
      <div className="slot mx-4" />
      <PaperView paper={paper} width={width} name={t('sale.receipt')} qrName={t('code.qr')} />
    </div>
  )
}
