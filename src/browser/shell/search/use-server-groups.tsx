import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { List, ScrollText, ShoppingBasket, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { KnownSale } from '#api/known-numbers.ts'
import type { FoundSales } from '#api/sales.ts'
import type { ZSummary } from '#api/shifts.ts'
import type { Order } from '#domain/order.ts'
import type { NamedRef } from '#domain/person.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { knownNumberQuery, useChooseKnown } from '../../api/known-numbers.ts'
import { ordersQuery } from '../../api/orders.ts'
import { salesPagesQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { zReportsQuery } from '../../api/shifts.ts'
import { staffQuery } from '../../api/staff.ts'
import { statusQuery } from '../../api/status.ts'
import { shortName, useCurrentUser } from '../../lib/current-user.ts'
import { formatShortDay, formatTime } from '../../i18n/format-time.ts'
import { formatAccount, formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { mayOpen } from '../../page-access.ts'
import { foldText } from '../../lib/find-by-words.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { formatSaleAccount, productOfSale, productOfSummary } from '../../sale/sale-naming.ts'
import { SaleChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { formatZNumber } from '../../shift/report-document.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Facts, HitIcon, useGoTo, type Hit, type HitGroup } from './hits.tsx'
import { readSearch, type Wanted } from './read-search.ts'

/** The pause in typing (ms) after which the server is asked. */
const PAUSE_MS = 250
const MOST_SALES = 5
const MOST_PEOPLE = 8

type ServerGroups = {
  groups: HitGroup[]
  isAsked: boolean
  /** There may be more results for this text. */
  isPending: boolean
  /** The server did not answer, so nothing is known about sales. */
  isAway: boolean
  problem: string | undefined
}

/** As far as this person may see them. An answer to an earlier text is not shown. */
export function useServerGroups(text: string, isHurried: boolean, onReport: (id: string) => void): ServerGroups {
  const t = useText()
  const wanted = useWanted(text)
  const isAsked = useIsAsked(text, isHurried)
  const { sales, known, ...named } = useFound(wanted, isAsked)
  const { orders, reports, people } = named
  const isOffline = useQuery(statusQuery).isError
  const show = useShowHits(onReport)
  const isWanted = Object.keys(wanted).length > 0
  const reads = [sales, ...Object.values(named)]
  return {
    groups: [
      { id: 'orders', label: 'orders.title', hits: (orders.data ?? []).map(show.order) },
      { id: 'reports', label: 'shell.reports', hits: (reports.data?.reports ?? []).map(show.report) },
      { id: 'sales', label: 'salesList.title', hits: show.sales(sales.data?.pages[0], wanted.sales) },
      {
        id: 'numbers',
        label: 'search.numbers',
        hits: [
          ...(wanted.number === undefined ? [] : [show.number(wanted.number)]),
          ...(known.data?.sales ?? []).map(show.known),
        ],
      },
      { id: 'people', label: 'shell.staff', hits: (people.data ?? []).map(show.person) },
    ],
    isAsked: isWanted,
    isPending: isWanted && !isOffline && (!isAsked || [...reads, known].some(({ isLoading }) => isLoading)),
    isAway: reads.some(({ isError, isLoading }) => isError || (isLoading && isOffline)),
    problem: show.error ? t(failureMessage(show.error)) : undefined,
  }
}

/** What the text may name, without what this person or till may not look for. */
function useWanted(text: string): Wanted {
  const { may } = useCurrentUser()
  const { data: session } = useQuery(sessionQuery)
  // A kiosk only sells.
  if (!session || session.terminal?.isKiosk) return {}
  const { number, report, person, ...wanted } = readSearch(text)
  const isOfHere = number !== undefined && 'account' in readUaeNumber(number)
  const hasReports = session.settings?.drawer === true && !session.terminal?.isPractice
  return {
    ...wanted,
    ...(number !== undefined && (isOfHere || may('international')) ? { number } : {}),
    ...(report !== undefined && hasReports ? { report } : {}),
    ...(person !== undefined && mayOpen('staff', session) ? { person } : {}),
  }
}

/** Whether the text has been the same for a while, or Enter was pressed. */
function useIsAsked(text: string, isHurried: boolean): boolean {
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return isHurried || asked === text
}

const ONCE = { refetchInterval: false } as const

function useFound({ sales: q = '', ending = '', order, report = '', person }: Wanted, isAsked: boolean) {
  // The sales page keeps the earlier list until the next is there.
  const { placeholderData: _, ...salesOf } = salesPagesQuery({ q })
  const isNamed = person === undefined ? () => false : beginsIn(person)
  return {
    sales: useInfiniteQuery({ ...salesOf, ...ONCE, enabled: isAsked && q !== '' }),
    known: useQuery({ ...knownNumberQuery({ ending }), enabled: isAsked && ending !== '' }),
    orders: useQuery({
      ...ordersQuery,
      ...ONCE,
      enabled: isAsked && order !== undefined,
      select: (orders) => orders.filter(({ label }) => label === order),
    }),
    reports: useQuery({ ...zReportsQuery(report), enabled: isAsked && report !== '' }),
    people: useQuery({
      ...staffQuery,
      ...ONCE,
      enabled: isAsked && person !== undefined,
      select: (staff) => staff.filter(({ name }) => isNamed(name)).slice(0, MOST_PEOPLE),
    }),
  }
}

function beginsIn(typed: string): (name: string) => boolean {
  const words = foldText(typed).split(' ').filter(Boolean)
  return (name) => {
    const folded = ` ${foldText(name)}`
    return words.length > 0 && words.every((word) => folded.includes(` ${word}`))
  }
}

type Role = 'cashier' | 'supervisor'

function useShowHits(onReport: (id: string) => void) {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const goTo = useGoTo()
  const choose = useChooseKnown()
  const momentOf = (at: number) => `${formatShortDay(at, locale)}, ${formatTime(at)}`
  /** On the first page, with nothing of the customer before. */
  const sellTo = (number: string) => {
    const { clear, setNumber } = useDraft.getState()
    clear()
    setNumber(number)
    goTo(paths.sell())
  }
  const sale = (found: Sale | SaleSummary): Hit => ({
    id: found.id,
    picture: <SalePicture sale={found} size={40} />,
    title: <bdi>{isSummary(found) ? productOfSummary(found) : productOfSale(found, t)}</bdi>,
    note: (
      <Facts
        facts={[
          t('salesList.saleNumber', { number: formatSaleNumber(found) }),
          found.account !== undefined && (
            <bdi key="account" dir="ltr" className="inline-block max-w-full wrap-anywhere">
              {isSummary(found) ? found.account : formatSaleAccount(found)}
            </bdi>
          ),
          momentOf(found.openedAt),
          isSummary(found) && <bdi key="cashier">{shortName(found.cashier.name)}</bdi>,
        ]}
      />
    ),
    end: (
      <span className="flex flex-wrap items-center justify-end gap-2">
        {!isSummary(found) && <bdi className="font-medium text-ink">{formats.money(found.pays)}</bdi>}
        <SaleChip sale={found} />
      </span>
    ),
    take: () => goTo(paths.saleDetails(found.id)),
  })
  return {
    error: choose.error,
    sales: (page: FoundSales | undefined, q = ''): Hit[] => {
      const sales = page?.sales ?? []
      const all: Hit = {
        id: 'all',
        picture: <HitIcon icon={List} />,
        title: t('search.allSales'),
        take: () => goTo(paths.sales({ q })),
      }
      return [...sales.slice(0, MOST_SALES).map(sale), ...(sales.length > MOST_SALES ? [all] : [])]
    },
    number: (typed: string): Hit => {
      const read = readUaeNumber(typed)
      const number = 'account' in read ? formatAccount(read.account) : typed
      return {
        id: 'typed',
        picture: <HitIcon icon={Smartphone} />,
        title: t('search.sellTo', { number: `\u2066${number}\u2069` }),
        take: () => sellTo(typed),
      }
    },
    known: (found: KnownSale): Hit => ({
      id: found.id,
      picture: <SalePicture sale={found} size={40} />,
      title: t('search.sellTo', { number: `\u2066${found.masked}\u2069` }),
      note: (
        <Facts
          facts={[
            <bdi key="product">{productOfSale(found, t)}</bdi>,
            formats.money(found.amount),
            formatShortDay(found.soldAt, locale),
          ]}
        />
      ),
      take: () => {
        if (!choose.isPending) choose.mutate(found.id, { onSuccess: ({ account }) => sellTo(`+${account}`) })
      },
    }),
    order: (order: Order): Hit => ({
      id: order.id,
      picture: <HitIcon icon={ShoppingBasket} />,
      title: t('search.order', { label: order.label }),
      note: <Facts facts={[<bdi key="product">{productOfSale(order, t)}</bdi>, formatTime(order.placedAt)]} />,
      take: () => goTo(paths.order(order.id)),
    }),
    report: ({ id, number, closedAt, terminal }: ZSummary): Hit => ({
      id,
      picture: <HitIcon icon={ScrollText} />,
      title: t('shift.zNumber', { number: formatZNumber(number) }),
      note: <Facts facts={[momentOf(closedAt), <bdi key="till">{terminal.name}</bdi>]} />,
      take: () => onReport(id),
    }),
    person: ({ id, name, role }: NamedRef & { role: Role }): Hit => ({
      id,
      picture: <Avatar id={id} name={name} size="md" />,
      title: <bdi>{name}</bdi>,
      note: t(`shell.role.${role}`),
      take: () => goTo(paths.person(id)),
    }),
  }
}
