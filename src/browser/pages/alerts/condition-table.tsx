import {
  Banknote,
  ChartNoAxesColumn,
  Check,
  CircleHelp,
  CloudOff,
  DatabaseBackup,
  Gauge,
  Hand,
  Landmark,
  Send,
  Wallet as WalletIcon,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { ALERT_WAYS, type AlertKind, type AlertChannel } from '#domain/alerts.ts'
import type { Alerts } from '#api/alerts.ts'
import type { Settings } from '#api/settings.ts'
import type { Wallet } from '#api/wallet.ts'
import { decimal, decimalsOf, findDecimal, formatDecimal, money } from '#domain/money/money.ts'
import { useTestAlert } from '../../api/alerts.ts'
import { formatMoney } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText, type Text } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import type { Column } from '../../ui/Table.tsx'
import { worthInDays } from '../../report/amounts.ts'
import { MinutesField, TimeField, type DraftFields } from './ConditionFields.tsx'

export type Row = DraftFields & {
  alerts: Alerts
  settings: Settings
  currency: string
  wallet: Wallet | undefined
  id: AlertKind
  icon: LucideIcon
  control: (row: Row) => ReactNode
}

export const ROWS: Pick<Row, 'id' | 'icon' | 'control'>[] = [
  { id: 'wallet-below', icon: WalletIcon, control: WalletLine },
  { id: 'wallet-days', icon: Gauge, control: WalletLine },
  { id: 'deposit-late', icon: Landmark, control: () => <Fixed text="shopAlerts.afterThreeDays" /> },
  { id: 'sale-unknown', icon: CircleHelp, control: MinutesField },
  { id: 'selling-stopped', icon: Hand, control: () => <Fixed text="shopAlerts.atOnce" /> },
  { id: 'service-away', icon: CloudOff, control: () => <Fixed text="shopAlerts.afterTen" /> },
  { id: 'backup-old', icon: DatabaseBackup, control: () => <Fixed text="shopAlerts.afterDayAndHalf" /> },
  { id: 'drawer-difference', icon: Banknote, control: DrawerLine },
  { id: 'day-summary', icon: ChartNoAxesColumn, control: TimeField },
]

export const COLUMNS: Column<Row>[] = [
  { id: 'what', header: 'shopAlerts.tellUsWhen', width: 'fill', cell: What },
  { id: 'line', header: 'shopAlerts.line', hideHeader: true, cell: (row) => row.control(row) },
  ...ALERT_WAYS.map((channel): Column<Row> => ({
    id: channel,
    header: `shopAlerts.${channel}`,
    width: 'fit',
    cell: (row) => <WayBox row={row} channel={channel} />,
  })),
  { id: 'test', header: 'shopAlerts.test', hideHeader: true, align: 'end', cell: TestButton },
]

function What(row: Row) {
  const t = useText()
  const { id, icon: Icon } = row
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 whitespace-normal">
        <b className="block font-semibold">{t(`shopAlerts.kind.${id}`)}</b>
        <span className="block text-1 text-ink-2">{hintOf(row, t)}</span>
      </span>
    </span>
  )
}

function hintOf({ id, settings, wallet }: Row, t: Text): string {
  const { line } = settings.wallet
  const days = id === 'wallet-below' && line && wallet && worthInDays(decimal(line.amount), wallet)
  if (typeof days === 'number') return t('wallet.lowWorth', { days })
  if (id === 'day-summary' && settings.drawer !== null) return t('shopAlerts.hint.summaryWithDrawers')
  return t(`shopAlerts.hint.${id}`)
}

const Fixed = ({ text }: { text: MessageId }) => {
  const t = useText()
  return <span className="text-ink-2">{t(text)}</span>
}

/** The low-balance amount is set on the wallet page only. */
function WalletLine({ id, settings }: Row) {
  const t = useText()
  const locale = useLocale()
  const { line, lowBalanceDays } = settings.wallet
  const days = lowBalanceDays === null ? undefined : t('shopAlerts.days', { count: lowBalanceDays })
  const shown = id === 'wallet-days' ? days : line && formatMoney(money(decimal(line.amount), line.currency), locale)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className={shown ? 'font-semibold' : 'text-ink-2'}>{shown ?? t('shopAlerts.off')}</span>
      <ButtonLink
        variant="quiet"
        to={paths.wallet()}
        aria-label={`${t('shopAlerts.edit')}, ${t(`shopAlerts.kind.${id}`)}`}
      >
        {t('shopAlerts.edit')}
      </ButtonLink>
    </span>
  )
}

function DrawerLine({ settings, currency }: Row) {
  const t = useText()
  const locale = useLocale()
  const amount = settings.drawer?.varianceReasonThreshold
  const line = amount === undefined ? undefined : findDecimal(amount)
  if (!line) return null
  const money = formatMoney({ amount: formatDecimal(line, decimalsOf(currency)), currency }, locale)
  return <span className="text-ink-2">{t('shopAlerts.above', { amount: money })}</span>
}

export const isWayOn = (alerts: Alerts, channel: AlertChannel): boolean =>
  channel === 'push' ? alerts.push.devices.length > 0 : alerts[channel].isOn

/** While the channel is off, the box is dashed and empty, but the choice is kept. */
function WayBox({ row: { id, alerts, draft, change }, channel }: { row: Row; channel: AlertChannel }) {
  const t = useText()
  const chosen = draft.channels[id]
  const isOn = isWayOn(alerts, channel)
  const isChosen = isOn && chosen.includes(channel)
  const toggle = () => {
    const next = ALERT_WAYS.filter((one) => (one === channel ? !isChosen : chosen.includes(one)))
    change({ channels: { ...draft.channels, [id]: next } })
  }
  const look = isOn
    ? isChosen
      ? 'border-act bg-act text-act-on'
      : 'border-line-strong bg-surface'
    : 'border-dashed border-line-strong'
  return (
    <label
      className="relative inline-grid size-hit cursor-pointer place-items-center"
      style={{ verticalAlign: 'middle' }}
    >
      <input
        type="checkbox"
        className="absolute inset-0 cursor-pointer appearance-none rounded-2"
        aria-label={`${t(`shopAlerts.${channel}`)}, ${t(`shopAlerts.kind.${id}`)}${isOn ? '' : `, ${t('shopAlerts.wayOff')}`}`}
        checked={isChosen}
        disabled={!isOn}
        onChange={toggle}
      />
      <span className={`grid size-[28px] place-items-center rounded-1 border-2 forced-color-adjust-none ${look}`}>
        {isChosen && <Check size={20} strokeWidth={3} aria-hidden />}
      </span>
    </label>
  )
}

function TestButton({ id, alerts }: Row) {
  const t = useText()
  const test = useTestAlert()
  const isOn = alerts.choice.channels[id].some((channel) => isWayOn(alerts, channel))
  return (
    <Button
      icon={Send}
      aria-label={`${t('shopAlerts.test')}, ${t(`shopAlerts.kind.${id}`)}`}
      isOff={!isOn}
      pending={test.isPending}
      onClick={() => test.mutate({ kind: id })}
    >
      {t('shopAlerts.test')}
    </Button>
  )
}
