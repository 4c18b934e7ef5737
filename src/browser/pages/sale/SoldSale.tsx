import { Check } from 'lucide-react'
import { useState } from 'react'

import type { Money as MoneyValue } from '#domain/money/money.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { CostFold } from '../../sale/SaleLines.tsx'
import { useAskedDelivery } from '../../sale/delivery/asked-delivery.ts'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { DeliveryButtons, OtherCodesLink } from '../../sale/delivery/DeliveryButtons.tsx'
import { PartialCode, RevealedCode } from '../../sale/delivery/RevealedCode.tsx'
import { useDelivery, type Delivery } from '../../sale/delivery/use-delivery.ts'
import { usePrintContext } from '../../sale/documents/print-context.ts'
import { receiptDocument } from '../../sale/documents/receipt-document.ts'
import { formatSaleAccount, productOfSale } from '../../sale/sale-naming.ts'
import { TestChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { SellAgainButton } from '../../sale/SellAgainButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Money } from '../../ui/Money.tsx'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { ChangeBar, ChangeCard, changeOfSale, useChangeDue, FoldedSlip, ResolutionCard } from './SaleCards.tsx'
import { ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import { GiveAndNext, SalePageLayout } from './SaleParts.tsx'

type SoldSaleProps = {
  sale: Sale
  /** The code arrived while this screen was open. */
  cameJustNow: boolean
}

export function SoldSale({ sale, cameJustNow }: SoldSaleProps) {
  const t = useText()
  const formats = useFormats()
  const isKiosk = useIsKiosk()
  const change = useChangeDue(changeOfSale(sale))
  const isOneColumn = useMedia(ONE_COLUMN)
  const { asked, take } = useAskedDelivery()
  const delivery = useDelivery([sale], { cameJustNow, onReprint: asked === 'print' ? take : undefined })
  const { notice, contentOf, reveal } = delivery
  // If the person asked for the code, the focus waits for it.
  const isAsked =
    notice?.kind === 'asked' || sale.print !== undefined || (reveal.now.kind === 'asking' && sale.revealCount > 0)
  const words = usePrintContext()
  // Shows the copy delivered here, not the next one.
  const [copiesBefore] = useState(sale.printCount)
  const receipt = <Receipt paper={receiptDocument(sale, contentOf(sale), words, { copy: copiesBefore })} />
  const deliveryButtons = sale.voucher !== 'coming' && <DeliveryButtons delivery={delivery} />

  return (
    <SalePageLayout
      remark={findRemark()}
      panel={
        <>
          {isOneColumn && isKiosk && deliveryButtons}
          {isKiosk ? (
            <FoldedSlip
              heading={t('sale.receipt.of', { number: formatSaleNumber(sale) })}
              note={t('state.succeeded.next', { product: productOfSale(sale, t), amount: formats.money(sale.pays) })}
              name={t('sale.receipt')}
            >
              {receipt}
            </FoldedSlip>
          ) : (
            receipt
          )}
        </>
      }
      foot={
        <>
          <DeliveryBar
            delivery={delivery}
            otherwise={t(sale.voucher === undefined ? 'delivery.showScreen' : 'delivery.photograph')}
          />
          {isOneColumn && !isKiosk && deliveryButtons}
          <OtherCodesLink sale={sale} />
          <GiveAndNext isDue={isUndelivered(sale)} isAsked={isAsked} delivery={delivery} />
          <div className="grid auto-cols-fr grid-flow-col gap-2 empty:hidden">
            <SellAgainButton sale={sale} />
          </div>
        </>
      }
    >
      <Banner
        tone="ok"
        icon={Check}
        heading={t('state.succeeded.heading')}
        end={
          <bdi dir="ltr" className="self-start">
            {formats.clock(sale.finalAt ?? sale.openedAt)}
          </bdi>
        }
      >
        <p>{t('state.succeeded.next', { product: productOfSale(sale, t), amount: formats.money(sale.pays) })}</p>
        {sale.isTest && <TestChip />}
      </Banner>
      {sale.resolution && <ResolutionCard closed={sale.resolution} />}
      {change && sale.voucher !== undefined && <ChangeBar change={change} />}
      <SoldItem sale={sale} change={change} reveal={reveal} />
      {!isOneColumn && deliveryButtons}
      <CostFold sale={sale} />
    </SalePageLayout>
  )

  function findRemark(): string | undefined {
    const { now } = reveal
    if (sale.voucher !== undefined) return undefined
    if (now.kind === 'asking') return t('sale.receipt.reading')
    return now.kind === 'hidden' && now.error !== undefined ? t('sale.receipt.noText') : undefined
  }
}

type SoldItemProps = { sale: Sale; change: MoneyValue | undefined; reveal: Delivery['reveal'] }

function SoldItem({ sale, change, reveal }: SoldItemProps) {
  const t = useText()
  if (sale.voucher === 'coming') return <PartialCode sale={sale} />
  if (sale.voucher !== undefined) return <RevealedCode sale={sale} reveal={reveal} />
  return (
    <section
      className="paper flex flex-[1_0_auto] flex-col justify-between gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 md:p-6"
      aria-label={t('sale.readBack')}
    >
      {change ? (
        <>
          <ChangeCard change={change} sale={sale} />
          <SoldInShort sale={sale} />
        </>
      ) : (
        <>
          <ReadBackProduct sale={sale} />
          {sale.account !== undefined && <ReadBackNumber sale={sale} />}
          <div className="rounded-3 bg-paper-2 p-4">
            <div className="text-4 text-paper-ink">{t('money.recipientGets')}</div>
            <Money money={sale.amount} size="huge" />
          </div>
        </>
      )}
    </section>
  )
}

function SoldInShort({ sale }: { sale: Sale }) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 border-t-1 border-dashed border-paper-line-strong pt-4 sm:gap-x-5">
      <SalePicture sale={sale} size={40} />
      {sale.account !== undefined && (
        <div className="flex-1">
          <div className="text-2 text-paper-ink">{t('sale.toThisNumber')}</div>
          <bdi dir="ltr" className="block text-3 font-medium whitespace-nowrap sm:text-5 rtl:text-end">
            {formatSaleAccount(sale)}
          </bdi>
        </div>
      )}
      <div className="text-end">
        <div className="text-2 text-paper-ink">{t('money.recipientGets')}</div>
        <Money money={sale.amount} size="figure" />
      </div>
    </div>
  )
}

function Receipt({ paper }: { paper: PrintDocument }) {
  const t = useText()
  const width = useTerminalPrinter((preferences) => preferences.width)
  return (
    // Focusable so that the arrow keys scroll a long receipt.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="shrink-0 pb-3" role="group" aria-label={t('sale.receipt')} tabIndex={0}>
      <div className="relative z-1 mx-4 h-2 rounded-1 bg-slot" />
      <div className="animate-feed" data-slip>
        <PrintPreview paper={paper} width={width} name={t('sale.receipt')} qrName={t('delivery.qr')} />
      </div>
    </div>
  )
}
