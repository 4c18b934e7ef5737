import { useQuery } from '@tanstack/react-query'
import { Printer, RotateCw } from 'lucide-react'
import { Link } from 'react-router-dom'

import { maskKnownNumber } from '#domain/phone/known-number.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { salesTodayQuery } from '../../api/sale.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../lib/hotkeys.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { SummaryRule } from '../../ui/TicketSummary.tsx'
import { askFor } from '../../sale/delivery/asked-delivery.ts'
import { useSellAgain } from '../../sale/SellAgainButton.tsx'
import { ShiftNeeded } from '../../shift/ShiftNeeded.tsx'
import { actionOfSale, SalePicture, SaleChip } from '../../sale/SaleRowParts.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { usePrintRight } from '../../sale/use-sale-rights.ts'

const SHOWN = 3

type LastSalesProps = { isTyping?: boolean; shown?: number }

/** Between two sales: why nothing can be paid now, and today's last sales, which make room for a typed number. */
export function LastSales({ isTyping = false, shown = SHOWN }: LastSalesProps) {
  return (
    <>
      <ShiftNeeded />
      {!isTyping && <OfToday shown={shown} />}
    </>
  )
}

function OfToday({ shown }: { shown: number }) {
  const t = useText()
  const { data: rows = [] } = useQuery({ ...salesTodayQuery, select: (page) => rowsOf(page.sales).slice(0, shown) })
  if (rows.length === 0) return null
  return (
    <section aria-label={t('salesList.last')} className="mt-auto flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-1 font-medium text-ink-2">{t('salesList.last')}</h2>
        <ButtonLink variant="quiet" to={paths.sales()}>
          {t('salesList.allToday')}
        </ButtonLink>
      </div>
      <ul className="rounded-3 bg-surface px-3 py-1">
        {rows.map(({ sale, count }) => (
          <LastSale key={sale.id} sale={sale} count={count} />
        ))}
      </ul>
    </section>
  )
}

type Row = { sale: Sale; count: number }

/** Lines of a quantity with the same result are one row, with the newest of them. A review that was left is not a sale. */
function rowsOf(sales: readonly Sale[]): Row[] {
  const rows = new Map<string, Row>()
  for (const sale of sales) {
    if (sale.state === 'abandoned' && sale.confirmedAt === undefined) continue
    const { batch, serviceId, account = '', amount } = sale
    const key = batch ? [batch.id, groupOfSale(sale), serviceId, account, amount.amount].join(' ') : sale.id
    const row = rows.get(key)
    rows.set(key, row ? { ...row, count: row.count + 1 } : { sale, count: 1 })
  }
  return [...rows.values()]
}

/** With the most frequent action of a sale: sell it again, or reprint. The middle of its number is masked, because customers see the screen. */
function LastSale({ sale, count }: Row) {
  const t = useText()
  const formats = useFormats()
  const canPrint = actionOfSale(sale, usePrintRight(sale)) === 'reprint' && count === 1
  const again = useSellAgain(sale)
  const name = productOfSale(sale, t)
  const number = maskKnownNumber(sale)
  const product = count > 1 && sale.batch ? t('salesList.times', { product: name, count }) : name
  return (
    <li className="flex min-h-bar items-center gap-1 border-line not-first:border-t">
      <Link
        className="flex min-h-bar min-w-0 flex-1 items-center gap-3 py-1 text-ink no-underline"
        to={count > 1 && sale.batch ? paths.batch(sale.batch.id) : paths.sale(sale.id)}
      >
        <SalePicture sale={sale} size={32} />
        {/* A long state gets its own line so that it does not break the name. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-[112px] flex-1">
            <span className="block leading-5 font-medium wrap-anywhere">
              <bdi>{product}</bdi>
            </span>
            {number !== undefined && (
              <bdi dir="ltr" className="block text-1 whitespace-nowrap text-ink-2 rtl:text-end">
                {number}
              </bdi>
            )}
            <span className="block text-1 text-ink-2">
              {formats.money(sale.pays)}
              {t('shell.comma')}
              <bdi dir="ltr">{formatTime(sale.openedAt)}</bdi>
            </span>
          </span>
          <SaleChip sale={sale} />
        </span>
      </Link>
      {again ? (
        <IconButton
          icon={RotateCw}
          label={[t('sale.again'), product].join(t('shell.comma'))}
          onClick={again.sameAgain}
        />
      ) : (
        canPrint && (
          <ButtonLink
            variant="quiet"
            size="icon"
            icon={Printer}
            aria-label={[t('salesList.reprint'), product].join(t('shell.comma'))}
            to={paths.sale(sale.id)}
            state={askFor('print')}
          />
        )
      )}
    </li>
  )
}

export function KeyHints() {
  const t = useText()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  if (!areOn) return null
  return (
    <div className="[@media(hover:none)]:hidden kiosk:hidden max-md:hidden">
      <SummaryRule />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-1 text-paper-ink">
        <span>
          <Kbd>/</Kbd> {t('help.hint.search')}
        </span>
        <span>
          <Kbd>Alt</Kbd> <Kbd>1</Kbd> {t('help.hint.favorite')}
        </span>
        <span>
          <Kbd>F8</Kbd> {t('help.hint.waiting')}
        </span>
      </p>
    </div>
  )
}
