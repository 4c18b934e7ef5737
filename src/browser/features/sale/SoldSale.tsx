import { useQuery } from '@tanstack/react-query'
import { Check, Printer } from 'lucide-react'

import type { Sale } from '#domain/sale.ts'
import { revealQuery } from '../../api/sale.ts'
import { printReceipt } from '../../device/print.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSlip.tsx'
import { useWaysOn } from './use-ways-on.ts'

/** Sold: what the customer got, and the slip as their receipt. */
export function SoldSale({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const { newSale } = useWaysOn({ ...sale, amount: sale.amount.amount })
  const receipt = useQuery(revealQuery(sale.id))

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="ok"
            icon={<Check className="ic" size={32} />}
            heading={t('state.succeeded.heading')}
            end={<span className="num self-start text-ink">{formats.clock(sale.settledAt ?? sale.openedAt)}</span>}
          >
            <p>{t('state.succeeded.next', { product: sale.serviceName, amount: formats.money(sale.pays) })}</p>
          </StateBanner>
          {sale.closed && <ClosedCard closed={sale.closed} />}
          <section className="card paper readback__card" aria-label={t('sale.readBack')}>
            <ReadBackProduct sale={sale} />
            <ReadBackNumber sale={sale} />
            <div className="readback__box readback__box--pays">
              <div className="muted text-4">{t('money.recipientGets')}</div>
              <div className="big">
                <MoneyText money={sale.amount} />
              </div>
            </div>
          </section>
          <div className="actions">
            <button
              type="button"
              className="btn btn--lg btn--tint"
              aria-disabled={receipt.isPending}
              onClick={() => !receipt.isPending && printReceipt()}
            >
              <Printer className="ic" size={20} aria-hidden="true" /> {t('sale.print')}
            </button>
          </div>
        </>
      }
      tray={
        <>
          <ReceiptPaper
            sale={sale}
            receipt={receipt.data?.receipt ?? null}
            isReading={receipt.isPending}
            hasFailed={receipt.isError}
          />
          <TrayFoot>
            <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.newSale')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}
