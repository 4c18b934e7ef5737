import { Check } from 'lucide-react'

import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { RevealedCode } from '../../sale/delivery/RevealedCode.tsx'
import { PartialCode } from '../../sale/delivery/PartialCode.tsx'
import { DeliveryButtons } from '../../sale/delivery/DeliveryButtons.tsx'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { OtherCodesLink } from '../../sale/delivery/OtherCodesLink.tsx'
import { useDelivery, type Delivery } from '../../sale/delivery/use-delivery.ts'
import { CostFold } from '../../sale/CostLines.tsx'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { SellAgainButton } from '../../sale/SellAgainButton.tsx'
import { ResolutionCard } from './ResolutionCard.tsx'
import { ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { useNewSale } from './use-sale-options.ts'

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
  const handOut = useDelivery(sale, { cameJustNow })
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
          {sale.resolution && <ResolutionCard closed={sale.resolution} />}
          <Goods sale={sale} handOut={handOut} />
          {sale.voucher !== 'coming' && <DeliveryButtons handOut={handOut} />}
          <CostFold sale={sale} />
        </>
      }
      tray={
        <>
          <Receipt handOut={handOut} />
          <TrayFoot remark={findRemark(handOut)}>
            <DeliveryBar handOut={handOut} />
            <OtherCodesLink sale={sale} />
            <FocusedAction
              isShy={isAsked}
              isSlow={isUndelivered(sale)}
              onPress={newSale}
              icon={<kbd className="kbd">Enter</kbd>}
            >
              {t('sale.nextCustomer')}
            </FocusedAction>
            <SellAgainButton sale={sale} />
          </TrayFoot>
        </>
      }
    />
  )

  function findRemark({ shown: { now } }: Delivery): string | undefined {
    if (sale.voucher !== undefined) return undefined
    if (now.kind === 'asking') return t('sale.receipt.reading')
    return now.kind === 'hidden' && now.error !== undefined ? t('sale.receipt.noText') : undefined
  }
}

/** What was sold: a code, or what went to a number. */
function Goods({ sale, handOut }: { sale: Sale; handOut: Delivery }) {
  const t = useText()
  if (sale.voucher === 'coming') return <PartialCode sale={sale} />
  if (sale.voucher !== undefined) return <RevealedCode handOut={handOut} />
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
function Receipt({ handOut: { paper } }: { handOut: Delivery }) {
  const t = useText()
  const width = useTerminalPrinter((preferences) => preferences.width)
  return (
    // A long paper is read with the arrow keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="receiptroll" tabIndex={0}>
      <div className="slot mx-4" />
      <PrintPreview paper={paper} width={width} name={t('sale.receipt')} qrName={t('delivery.qr')} />
    </div>
  )
}
