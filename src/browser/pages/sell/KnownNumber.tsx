import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { KnownSale } from '#api/known-numbers.ts'
import { readNumberQuery, type NumberQuery } from '#domain/phone/known-number.ts'
import { decimal } from '#domain/money/money.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { knownNumberQuery, useChooseKnown } from '../../api/known-numbers.ts'
import { useServerNow } from '../../api/status.ts'
import { formatPastDay } from '../../i18n/format-time.ts'
import { shortAmount } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { openSaleAgain } from '../../sale/SellAgainButton.tsx'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { useSellKnown } from '../../sale/sell-known.ts'

/** After three or four digits, a person who types a whole number goes on. */
const ENDING_AFTER_MS = 600
/** A press was meant for what was there before. */
const ARM_AFTER_MS = 250

/** To the typed number, or to numbers that end with it. One press opens the review, which shows the whole number. */
export function KnownNumber({ typed }: { typed: string }) {
  const query = readNumberQuery(typed)
  const key = query && JSON.stringify(query)
  const asked = useAsked(key, query !== undefined && 'ending' in query ? ENDING_AFTER_MS : 0)
  if (typed === '') return null
  // The height is the same with and without a result, so nothing moves under a finger.
  return <div className="mt-2 min-h-hit">{query && key === asked && <Found key={key} query={query} />}</div>
}

/** The query once it has been the same for this time. */
function useAsked(key: string | undefined, afterMs: number): string | undefined {
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(key), afterMs)
    return () => clearTimeout(timer)
  }, [key, afterMs])
  return asked
}

function Found({ query }: { query: NumberQuery }) {
  const t = useText()
  const { data } = useQuery(knownNumberQuery(query))
  const choose = useChooseKnown()
  const take = useTake()
  const isCurrentPage = useIsCurrentPage()
  const sales = data?.sales ?? []
  if (sales.length === 0) return null
  const press = (sale: KnownSale) => {
    if (choose.isPending) return
    if ('whole' in query) return take(sale, query.whole)
    choose.mutate(sale.id, { onSuccess: ({ account }) => isCurrentPage() && take(sale, account) })
  }
  return (
    <section aria-label={t('known.heading')}>
      <p className="sr-only" role="status">
        {t('known.found', { count: sales.length })}
      </p>
      {choose.error ? (
        <p role="alert" className="flex min-h-hit items-center font-medium">
          {t(failureMessage(choose.error))}
        </p>
      ) : (
        <div
          role="group"
          className="-mx-4 grid auto-cols-[minmax(224px,1fr)] grid-flow-col gap-2 overflow-x-auto px-4 [scrollbar-width:none]"
        >
          {sales.map((sale) => (
            <Entry key={sale.id} sale={sale} isPending={choose.isPending} onPress={() => press(sale)} />
          ))}
        </div>
      )}
    </section>
  )
}

function useTake() {
  const navigate = useNavigate()
  const sell = useSellKnown()
  return ({ kind, serviceId, amount, international }: KnownSale, account: string) => {
    if (kind === 'direct') sell.sameAgain({ serviceId, amount, account })
    else if (international) void navigate(openSaleAgain({ account, amount, international }))
  }
}

type EntryProps = { sale: KnownSale; isPending: boolean; onPress: () => void }

function Entry({ sale, isPending, onPress }: EntryProps) {
  const t = useText()
  const locale = useLocale()
  const now = useServerNow()
  const [isArmed, setIsArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), ARM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { amount, currency } = sale.amount
  const text = shortAmount(decimal(amount), currency)
  return (
    <button
      type="button"
      className="flex min-h-hit min-w-0 items-center gap-2 rounded-2 border-1 border-line-strong bg-surface px-2 text-start active:bg-sunken aria-busy:opacity-60"
      aria-busy={isPending}
      // Keeps the focus in the number's field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isArmed && onPress()}
    >
      <SalePicture sale={sale} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 leading-5 font-semibold">
          <bdi className="truncate">{productOfSale(sale, t)}</bdi>
          <bdi dir="ltr" className="shrink-0">
            {sale.kind === 'international' ? `${currency} ${text}` : text}
          </bdi>
        </span>
        <span className="flex items-center gap-1 text-1 leading-4 whitespace-nowrap text-ink-2">
          <History size={14} aria-hidden />
          <span className="truncate">{formatPastDay(sale.soldAt, now, locale)}</span>
          <span aria-hidden="true">·</span>
          <bdi dir="ltr" className="shrink-0">
            {sale.masked}
          </bdi>
        </span>
      </span>
    </button>
  )
}
