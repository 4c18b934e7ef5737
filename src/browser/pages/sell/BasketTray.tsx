import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ShoppingBasket, X } from 'lucide-react'
import { useEffect, useId } from 'react'

import { MAX_LINES } from '#api/sales.ts'
import { addDecimals, decimal, money } from '#domain/money/money.ts'
import { arrangeCatalog, catalogQuery } from '../../api/catalog.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { isSellPath } from '../../paths.ts'
import { settleBasket, useBasket, type BasketLine } from '../../sale/basket.ts'
import { formatSaleAccount } from '../../sale/sale-naming.ts'
import { useReview, writeRequest } from '../../sale/sale-request.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { onFirstTap } from '../../ui/first-tap.ts'

/** The basket between two tickets, with its one review. Hidden while it is empty. */
export function BasketTray() {
  const t = useText()
  const formats = useFormats()
  const headingId = useId()
  const isKiosk = useIsKiosk()
  const stop = useSellingStop()
  const { data: currency } = useQuery({ ...catalogQuery, select: (catalog) => arrangeCatalog(catalog).currency })
  const { lines, remove, clear, noteRequest } = useBasket()
  useEffect(settleBasket, [])
  const openReview = useReview(isSellPath)
  useAnnouncement(lines.length > 0 ? t('basket.added', { count: lines.length }) : undefined)
  const [first] = lines
  if (!first || currency === undefined || isKiosk) return null
  const total = lines.map(({ amount }) => decimal(amount)).reduce(addDecimals, { units: 0n, scale: 0 })
  const review = () => {
    const contents = lines.map(writeRequest)
    // One line is an ordinary sale.
    const isAlone = contents.length === 1
    const id = openReview({
      content: contents[0]!,
      ...(isAlone ? {} : { count: contents.length, lines: contents, isBasket: true }),
    })
    if (id) noteRequest(id)
  }
  return (
    <section
      className="flex shrink-0 flex-col gap-2 rounded-3 border-1 border-line bg-surface p-3"
      aria-labelledby={headingId}
    >
      <div className="flex items-center gap-2">
        <ShoppingBasket size={20} aria-hidden />
        <h2 id={headingId} className="flex-1 text-3 font-semibold">
          {t('basket.title')}
        </h2>
        <Button variant="quiet" onClick={clear}>
          {t('basket.clear')}
        </Button>
      </div>
      {/* Before the lines, which may need more room than there is. */}
      <Button
        size="lg"
        icon={ArrowRight}
        amount={formats.money(money(total, currency))}
        blocked={stop && t(stop)}
        onClick={review}
      >
        {t('basket.review')}
      </Button>
      {lines.length >= MAX_LINES && <p role="status">{t('basket.full', { max: MAX_LINES })}</p>}
      <ul className="max-md:max-h-64 max-md:overflow-y-auto" aria-labelledby={headingId}>
        {lines.map((line, index) => (
          <Line key={index} line={line} currency={currency} onRemove={() => remove(index)} />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { line: BasketLine; currency: string; onRemove: () => void }

function Line({ line, currency, onRemove }: LineProps) {
  const t = useText()
  const formats = useFormats()
  const { name, account, amount } = line
  return (
    <li className="flex min-h-hit items-center gap-2 border-line not-first:border-t">
      <div className="min-w-0 flex-1 leading-5">
        <bdi className="block font-medium wrap-anywhere">{name}</bdi>
        {account !== undefined && (
          <bdi dir="ltr" className="block text-1 text-ink-2 rtl:text-end">
            {formatSaleAccount({ account })}
          </bdi>
        )}
      </div>
      <bdi className="whitespace-nowrap">{formats.money(money(decimal(amount), currency))}</bdi>
      <IconButton icon={X} label={t('basket.remove', { product: name })} onClick={onFirstTap(onRemove)} />
    </li>
  )
}
