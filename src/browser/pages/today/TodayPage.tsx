import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'

import type { ReportAnswer } from '#api/reports.ts'
import type { Wallet } from '#api/wallet.ts'
import { reportQuery, walletQuery, type DayRange } from '../../api/day.ts'
import { REFETCH_MS } from '../../api/refetch-ms.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SalesChart, useBars } from '../../report/SalesChart.tsx'
import { useShopDays } from '../../lib/shop-days.ts'
import { Async } from '../../ui/Async.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Answer } from './Answer.tsx'
import { Deposits, Drawers, Needs, Products, Refunds, WalletCard } from './TodayCards.tsx'
import { useNeeds } from './use-needs.ts'

/** What a supervisor wants to know first. Each figure leads to its list. */
export default function TodayPage() {
  const t = useText()
  const locale = useLocale()
  const { today, noonOf } = useShopDays()
  const range = { from: today, to: today }
  const report = useQuery(reportQuery(range))
  const { data: wallet } = useQuery({ ...walletQuery, refetchInterval: REFETCH_MS.todaysWallet })
  return (
    <PageLayout
      title={t('shell.today')}
      note={formatDay(noonOf(today), locale)}
      actions={
        <ButtonLink icon={Store} to={paths.sell()}>
          {t('reports.sell')}
        </ButtonLink>
      }
    >
      <Async query={report} loading="reports.reading">
        {(data) => <Today report={data} wallet={wallet} range={range} />}
      </Async>
    </PageLayout>
  )
}

function Today({ report, wallet, range }: { report: ReportAnswer; wallet: Wallet | undefined; range: DayRange }) {
  const chart = useBars(report, range)
  const needs = useNeeds(wallet)
  const { data: openItems } = useQuery(openItemsQuery)
  const { data: hasDrawer } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.drawer === true })
  return (
    <>
      <Answer report={report} wallet={wallet} needs={needs.reduce((all, { count }) => all + count, 0)} />
      {needs.length > 0 && <Needs needs={needs} />}
      <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {chart.bars.length > 0 && <SalesChart {...chart} />}
        {wallet && <WalletCard wallet={wallet} />}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Products report={report} range={range} />
        <Refunds sales={openItems?.sales ?? []} />
        {hasDrawer && <Drawers />}
        <Deposits deposits={wallet?.expectedDeposits ?? []} />
      </div>
    </>
  )
}
