import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Info } from 'lucide-react'
import { Link } from 'react-router-dom'

import { LANGUAGES } from '#domain/language.ts'
import { LANGUAGES as LANGUAGE_FACTS } from '../../i18n/languages.ts'
import type { Alerts } from '#api/alerts.ts'
import type { Settings } from '#api/settings.ts'
import type { Wallet } from '#api/wallet.ts'
import { ALERT_WAYS } from '#domain/alerts.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { alertsQuery, useSetAlertChoice } from '../../api/alerts.ts'
import { settingsQuery } from '../../api/settings.ts'
import { walletQuery } from '../../api/day.ts'
import { formatMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Select } from '../../ui/Select.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { formatRunway } from '../../report/amounts.ts'
import { COLUMNS, isWayOn, ROWS } from './condition-table.tsx'
import { useSharedForm } from '../../settings/use-shared-form.ts'
import { draftOf, readDraft } from './ConditionFields.tsx'
import { ChannelCards } from './ChannelCards.tsx'

export default function AlertsPage() {
  const t = useText()
  const locale = useLocale()
  const [alerts, settings] = [useQuery(alertsQuery), useQuery(settingsQuery)]
  const { data: currency, error } = useQuery({ ...catalogQuery, select: ({ currency }) => currency })
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
            <ChannelCards alerts={alerts} />
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
  { id: 'what', header: 'shopAlerts.failed.what', width: 'fill', cell: FailedKind },
  { id: 'to', header: 'shopAlerts.failed.to', cell: FailedTarget },
  { id: 'made', header: 'shopAlerts.failed.made', cell: When },
  { id: 'tries', header: 'shopAlerts.failed.tries', align: 'end', cell: ({ tries }) => tries },
  { id: 'reason', header: 'shopAlerts.failed.reason', cell: Reason },
]

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

function FailedKind({ kind }: FailedAlert) {
  return useText()(`shopAlerts.name.${kind}`)
}

function FailedTarget({ channel, target }: FailedAlert) {
  const t = useText()
  return <bdi>{target === '' ? t(`shopAlerts.${channel}`) : target}</bdi>
}

function When({ madeAt }: FailedAlert) {
  return <span className="whitespace-nowrap">{useFormatDate()(madeAt)}</span>
}

function Reason({ problem, status }: FailedAlert) {
  const t = useText()
  return (
    <span className="text-bad">
      {t(`shopAlerts.problem.${problem}`)}
      {status !== undefined && ` (${status})`}
    </span>
  )
}

type ConditionsProps = { alerts: Alerts; settings: Settings; wallet: Wallet | undefined; currency: string }

function Conditions({ alerts, settings, wallet, currency }: ConditionsProps) {
  const t = useText()
  const { mutate, isPending, error } = useSetAlertChoice()
  const form = useSharedForm(alerts.choice, draftOf, (client) => client.getQueryData(alertsQuery.queryKey)?.choice)
  const { draft, set: change, isChanged, seen } = form
  const wanted = readDraft(draft)
  const rows = ROWS.filter(
    ({ id }) => alerts.kinds.includes(id) && (id !== 'drawer-difference' || settings.drawer !== null),
  ).map((row) => ({ ...row, alerts, settings, wallet, currency, draft, change }))
  const isSent = ALERT_WAYS.some((channel) => isWayOn(alerts, channel))
  return (
    <>
      {!isSent && <Notice tone="info">{t('shopAlerts.noneYet')}</Notice>}
      <Table
        label="shopAlerts.conditions"
        columns={COLUMNS}
        rows={rows}
        empty="shopAlerts.none"
        narrow="cards"
        size="lg"
      />
      <FormProblem error={error} words={{ 'stale-version': 'shopAlerts.stale' }} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-[320px] items-center gap-2 text-1 text-ink-2">
          <Info className="shrink-0" size={18} aria-hidden />
          {t('shopAlerts.once')}
        </p>
        <label className="flex items-center gap-2">
          {t('shopAlerts.language')}
          <Select
            value={draft.language}
            options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_FACTS[value].name }))}
            onChange={(language) => change({ language })}
          />
        </label>
        <Button
          variant="primary"
          size="lg"
          pending={isPending}
          blocked={wanted ? (isChanged ? undefined : t('shopAlerts.nothingToSave')) : t('shopAlerts.unusable')}
          onClick={() => wanted && mutate({ ...wanted, expected: seen }, form.settling(wanted))}
        >
          {t('shopAlerts.save')}
        </Button>
      </div>
    </>
  )
}
