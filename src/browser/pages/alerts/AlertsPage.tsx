import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { Alerts } from '#contract/proxy/alerts.ts'
import type { AlertKind } from '#domain/alerts.ts'
import { alertsQuery } from '../../api/alerts.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { settingsQuery } from '../../api/settings.ts'
import { walletQuery } from '../../api/wallet.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../use-format-date.ts'
import { formatRunway } from '../../wallet-days.ts'
import { Conditions } from './Conditions.tsx'
import { WayCards } from './WayCards.tsx'

/** Where supervisors are told what happens while they are not there, and what they are told. */
export default function AlertsPage() {
  const t = useText()
  const locale = useLocale()
  const [alerts, settings] = [useQuery(alertsQuery), useQuery(settingsQuery)]
  const { data: currency, error } = useQuery({ ...catalogueQuery, select: ({ currency }) => currency })
  const { data: wallet } = useQuery(walletQuery)
  const all =
    alerts.data && settings.data && currency !== undefined
      ? { alerts: alerts.data, settings: settings.data, currency }
      : undefined
  return (
    <PageLayout
      start={
        <span className="flex items-center gap-2">
          <Link className="flex min-h-hit items-center rounded-2 px-3 text-5 text-ink-2" to={paths.wallet()}>
            {t('wallet.title')}
          </Link>
          <ChevronRight className="text-ink-2 rtl:-scale-x-100" size={20} aria-hidden />
        </span>
      }
      title={t('shopAlerts.title')}
      actions={
        wallet?.balance && (
          <span className="text-ink-2">
            {wallet.runwayDays === undefined
              ? t('shopAlerts.balance', { balance: formatMoney(wallet.balance, locale) })
              : t('shopAlerts.balanceLasts', {
                  balance: formatMoney(wallet.balance, locale),
                  days: formatRunway(wallet.runwayDays, t),
                })}
          </span>
        )
      }
    >
      <Async
        query={{ data: all, error: alerts.error ?? settings.error ?? (all ? null : error) }}
        loading="shopAlerts.reading"
      >
        {({ alerts, settings, currency }) => (
          <>
            <WayCards alerts={alerts} />
            <Conditions alerts={alerts} settings={settings} wallet={wallet} currency={currency} />
            {alerts.failed.length > 0 && <Failed failed={alerts.failed} />}
          </>
        )}
      </Async>
    </PageLayout>
  )
}

type FailedAlert = Alerts['failed'][number]

const FAILED_COLUMNS: Column<FailedAlert>[] = [
  { id: 'what', header: 'shopAlerts.failed.what', width: 'fill', cell: ({ kind }) => <FailedKind kind={kind} /> },
  {
    id: 'to',
    header: 'shopAlerts.failed.to',
    cell: (failed) => <FailedTarget failed={failed} />,
  },
  { id: 'made', header: 'shopAlerts.failed.made', cell: ({ madeAt }) => <When at={madeAt} /> },
  { id: 'tries', header: 'shopAlerts.failed.tries', align: 'end', cell: ({ tries }) => tries },
  { id: 'reason', header: 'shopAlerts.failed.reason', cell: (failed) => <Reason failed={failed} /> },
]

/** What could not be delivered for a day. */
function Failed({ failed }: { failed: readonly FailedAlert[] }) {
  const t = useText()
  return (
    <section className="flex flex-col gap-2" aria-label={t('shopAlerts.failedList')}>
      <h2 className="text-3">{t('shopAlerts.failedList')}</h2>
      <Table
        label="shopAlerts.failedList"
        columns={FAILED_COLUMNS}
        rows={failed}
        keyOf={({ id }) => String(id)}
        empty="shopAlerts.none"
        narrow="cards"
      />
    </section>
  )
}

const FailedKind = ({ kind }: { kind: AlertKind }) => useText()(`shopAlerts.name.${kind}`)

function FailedTarget({ failed: { way, target } }: { failed: FailedAlert }) {
  const t = useText()
  return <bdi>{target === '' ? t(`shopAlerts.${way}`) : target}</bdi>
}

const When = ({ at }: { at: number }) => {
  const formatWhen = useFormatDate()
  return <span className="whitespace-nowrap">{formatWhen(at)}</span>
}

function Reason({ failed: { problem, status } }: { failed: FailedAlert }) {
  const t = useText()
  return (
    <span className="text-bad">
      {t(`shopAlerts.problem.${problem}`)}
      {status !== undefined && ` (${status})`}
    </span>
  )
}
