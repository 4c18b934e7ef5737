import {
  Banknote,
  ChartNoAxesColumn,
  Check,
  CircleHelp,
  CloudOff,
  Gauge,
  Hand,
  Info,
  Send,
  Wallet as WalletIcon,
  type LucideIcon,
} from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

import type { AlertChoice, Alerts } from '#contract/proxy/alerts.ts'
import type { Settings } from '#contract/proxy/settings.ts'
import { ALERT_LANGUAGES, ALERT_WAYS, UNKNOWN_MINUTES, type AlertKind, type AlertWay } from '#domain/alerts.ts'
import { cleanAmountText } from '#domain/amount-rule.ts'
import { decimal, decimalsOf, findDecimal, formatDecimal, isSameDecimal } from '#domain/money.ts'
import { toWesternDigits } from '#domain/phone.ts'
import { useSetAlertChoice, useTestAlert } from '../../api/alerts.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useSaveSettings } from '../../api/settings.ts'
import { formatMoney, groupThousands, nameCurrency } from '../../i18n/format-money.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

/** What is typed, before it is saved. An empty line of the wallet is none. */
type Draft = Omit<AlertChoice, 'unknownMinutes'> & {
  line: string
  days: string
  minutes: string
  tellCashiers: boolean
}

const draftOf = ({ unknownMinutes, ...choice }: AlertChoice, { wallet }: Settings): Draft => ({
  ...choice,
  line: wallet.line ? wallet.line.amount.replace(/\.0+$/, '') : '',
  days: wallet.daysLine === null ? '' : String(wallet.daysLine),
  minutes: String(unknownMinutes),
  tellCashiers: wallet.tellCashiers,
})

type ConditionsProps = { alerts: Alerts; settings: Settings; currency: string }

/** What is told, when, and by which ways; saved together. */
export function Conditions({ alerts, settings, currency }: ConditionsProps) {
  const t = useText()
  const [stored, setStored] = useState(() => draftOf(alerts.choice, settings))
  const [draft, setDraft] = useState(stored)
  const [saveChoice, saveSettings] = [useSetAlertChoice(), useSaveSettings()]
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const wanted = readDraft(draft, settings, currency)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const isPending = saveChoice.isPending || saveSettings.isPending
  const error = saveChoice.error ?? saveSettings.error

  const save = async () => {
    if (!wanted) return
    const { wallet } = settings
    const isWalletChanged = JSON.stringify(wanted.wallet) !== JSON.stringify(wallet)
    // What failed is told below the table; what is typed stays.
    try {
      if (isWalletChanged) await saveSettings.mutateAsync({ wallet: wanted.wallet, expected: { wallet } })
      await saveChoice.mutateAsync(wanted.choice)
      setStored(draft)
    } catch {}
  }
  const rows = ROWS.filter(
    ({ id }) => alerts.kinds.includes(id) && (id !== 'drawer-difference' || settings.drawer !== null),
  ).map((row) => ({ ...row, alerts, settings, currency, draft, change }))
  return (
    <>
      <Table
        label="shopAlerts.conditions"
        columns={COLUMNS}
        rows={rows}
        empty="shopAlerts.none"
        narrow="cards"
        size="lg"
      />
      {error && (
        <Notice tone="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-[320px] items-center gap-2 text-1 text-ink-2">
          <Info className="shrink-0" size={18} aria-hidden />
          {t('shopAlerts.once')}
        </p>
        <label className="flex items-center gap-2">
          {t('shopAlerts.language')}
          <Select
            value={draft.language}
            options={ALERT_LANGUAGES.map((value) => ({ value, text: t(`shopAlerts.language.${value}`) }))}
            onChange={(language) => change({ language })}
          />
        </label>
        <span>
          <Switch isOn={draft.tellCashiers} onChange={(tellCashiers) => change({ tellCashiers })}>
            {t('shopAlerts.tellCashiers')}
          </Switch>
        </span>
        <Button
          variant="primary"
          size="lg"
          pending={isPending}
          blocked={wanted ? (isChanged ? undefined : t('shopAlerts.nothingToSave')) : t('shopAlerts.unusable')}
          onClick={() => void save()}
        >
          {t('shopAlerts.save')}
        </Button>
      </div>
    </>
  )
}

/** What is to be saved, or `undefined` while something typed cannot be. */
function readDraft({ line, days, minutes, tellCashiers, ...choice }: Draft, { wallet }: Settings, currency: string) {
  const amount = line === '' ? null : findDecimal(line)
  const daysLine = days === '' ? null : Number(days)
  const unknownMinutes = Number(minutes)
  const summaryTime = readTime(choice.summaryTime)
  const isUsable =
    amount !== undefined &&
    (daysLine === null || (daysLine >= 1 && daysLine <= MAX_DAYS)) &&
    unknownMinutes >= UNKNOWN_MINUTES.min &&
    unknownMinutes <= UNKNOWN_MINUTES.max &&
    summaryTime !== undefined
  if (!isUsable) return undefined
  const isSameLine = amount && wallet.line && isSameDecimal(amount, decimal(wallet.line.amount))
  const typed = amount && { amount: formatDecimal(amount, decimalsOf(currency)), currency }
  return {
    choice: { ...choice, unknownMinutes, summaryTime } satisfies AlertChoice,
    wallet: { ...wallet, line: isSameLine ? wallet.line : typed, daysLine, tellCashiers },
  }
}

/** `22:30`, of `2230` or `9:05`. */
function readTime(typed: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

const MAX_DAYS = 60
const LINE_STEP = 100
const TIME_STEP = 30
const DAY_MINUTES = 24 * 60

type Row = ConditionsProps & {
  id: AlertKind
  icon: LucideIcon
  control: (row: Row) => ReactNode
  draft: Draft
  change: (some: Partial<Draft>) => void
}

const ROWS: Pick<Row, 'id' | 'icon' | 'control'>[] = [
  { id: 'wallet-below', icon: WalletIcon, control: (row) => <LineField row={row} /> },
  {
    id: 'wallet-days',
    icon: Gauge,
    control: ({ draft: { days }, change }) => (
      <NumberField
        name="wallet-days"
        value={days}
        unit={days === '1' ? 'shopAlerts.day' : 'shopAlerts.days'}
        {...{ min: 1, max: MAX_DAYS, step: 1, isOptional: true }}
        onType={(days) => change({ days })}
      />
    ),
  },
  {
    id: 'sale-unknown',
    icon: CircleHelp,
    control: ({ draft: { minutes }, change }) => (
      <NumberField
        name="sale-unknown"
        value={minutes}
        unit="shopAlerts.minutes"
        {...UNKNOWN_MINUTES}
        onType={(minutes) => change({ minutes })}
      />
    ),
  },
  { id: 'selling-stopped', icon: Hand, control: () => <Fixed text="shopAlerts.atOnce" /> },
  { id: 'service-away', icon: CloudOff, control: () => <Fixed text="shopAlerts.afterTen" /> },
  { id: 'drawer-difference', icon: Banknote, control: (row) => <DrawerLine row={row} /> },
  { id: 'day-summary', icon: ChartNoAxesColumn, control: (row) => <TimeField row={row} /> },
]

const COLUMNS: Column<Row>[] = [
  {
    id: 'what',
    header: 'shopAlerts.tellUsWhen',
    width: 'fill',
    cell: ({ id, icon }) => <What kind={id} icon={icon} />,
  },
  { id: 'line', header: 'shopAlerts.line', hideHeader: true, cell: (row) => row.control(row) },
  ...ALERT_WAYS.map((way): Column<Row> => ({
    id: way,
    header: `shopAlerts.${way}`,
    cell: (row) => <WayBox row={row} way={way} />,
  })),
  { id: 'test', header: 'shopAlerts.test', hideHeader: true, align: 'end', cell: (row) => <TestButton row={row} /> },
]

function What({ kind, icon: Icon }: { kind: AlertKind; icon: LucideIcon }) {
  const t = useText()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 whitespace-normal">
        <b className="block font-semibold">{t(`shopAlerts.kind.${kind}`)}</b>
        <span className="block text-1 text-ink-2">{t(`shopAlerts.hint.${kind}`)}</span>
      </span>
    </span>
  )
}

const Fixed = ({ text }: { text: MessageId }) => {
  const t = useText()
  return <span className="text-ink-2">{t(text)}</span>
}

function DrawerLine({ row: { settings, currency } }: { row: Row }) {
  const t = useText()
  const locale = useLocale()
  const amount = settings.drawer?.reasonAbove
  const line = amount === undefined ? undefined : findDecimal(amount)
  if (!line) return null
  const money = formatMoney({ amount: formatDecimal(line, decimalsOf(currency)), currency }, locale)
  return <span className="text-ink-2">{t('shopAlerts.above', { amount: money })}</span>
}

function LineField({ row: { draft, currency, change } }: { row: Row }) {
  const locale = useLocale()
  const unit = nameCurrency(currency, locale)
  const { line } = draft
  const step = (by: number) => {
    const next = Math.round(Number(line === '' ? 0 : line)) + by
    return next < 1 ? undefined : () => change({ line: String(next) })
  }
  return (
    <ConditionStepper
      name="wallet-below"
      value={line}
      formatted={groupThousands(line)}
      inputMode="decimal"
      {...(locale === 'ar' ? { end: unit } : { start: unit })}
      isBad={line !== '' && findDecimal(line) === undefined}
      lower={step(-LINE_STEP)}
      raise={step(LINE_STEP)}
      onType={(typed) => change({ line: cleanAmountText(typed) })}
    />
  )
}

type NumberFieldProps = {
  name: AlertKind
  value: string
  unit: MessageId
  min: number
  max: number
  step: number
  isOptional?: boolean
  onType: (value: string) => void
}

function NumberField({ name, value, unit, min, max, step, isOptional = false, onType }: NumberFieldProps) {
  const t = useText()
  const number = Number(value)
  const isBad = value === '' ? !isOptional : number < min || number > max
  const to = (next: number) => (next < min || next > max ? undefined : () => onType(String(next)))
  return (
    <ConditionStepper
      name={name}
      value={value}
      inputMode="numeric"
      end={t(unit)}
      isBad={isBad}
      lower={to(number - step)}
      raise={to(number + step)}
      onType={(typed) => onType(toWesternDigits(typed).replace(/\D/g, '').slice(0, 3))}
    />
  )
}

function TimeField({ row: { draft, change } }: { row: Row }) {
  const typed = draft.summaryTime
  const time = readTime(typed)
  const step = (by: number) => {
    if (time === undefined) return undefined
    const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + by + DAY_MINUTES) % DAY_MINUTES
    const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return () => change({ summaryTime: text })
  }
  return (
    <ConditionStepper
      name="day-summary"
      value={typed}
      {...(time === undefined ? {} : { formatted: time })}
      inputMode="numeric"
      isBad={time === undefined}
      lower={step(-TIME_STEP)}
      raise={step(TIME_STEP)}
      onType={(next) =>
        change({
          summaryTime: toWesternDigits(next)
            .replace(/[^\d:]/g, '')
            .slice(0, 5),
        })
      }
    />
  )
}

type ConditionStepperProps = {
  name: AlertKind
  value: string
  formatted?: string
  inputMode: 'decimal' | 'numeric'
  start?: string
  end?: string
  isBad: boolean
  lower: (() => void) | undefined
  raise: (() => void) | undefined
  onType: (typed: string) => void
}

/** Named after its condition, which stands beside it. */
function ConditionStepper({ name, isBad, lower, raise, ...stepper }: ConditionStepperProps) {
  const t = useText()
  const id = useId()
  const label = t(`shopAlerts.kind.${name}`)
  return (
    <div className="w-[232px] max-w-full">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <AmountStepper
        control={{ id, 'aria-describedby': `${id}-note`, 'aria-invalid': isBad }}
        placeholder={t('shopAlerts.off')}
        lower={{ label: `${t('limits.lower')}, ${label}`, onPress: lower }}
        raise={{ label: `${t('limits.raise')}, ${label}`, onPress: raise }}
        {...stepper}
      />
      <span id={`${id}-note`} role="status" className="sr-only">
        {isBad ? t('shopAlerts.unusable') : ''}
      </span>
    </div>
  )
}

/** Whether this condition goes by this way. Dashed while the way is off: then nothing goes by it. */
function WayBox({ row: { id, alerts, draft, change }, way }: { row: Row; way: AlertWay }) {
  const t = useText()
  const chosen = draft.ways[id]
  const isChosen = chosen.includes(way)
  const isOn = way === 'push' ? alerts.push.devices.length > 0 : alerts[way].isOn
  const toggle = () => {
    const next = ALERT_WAYS.filter((one) => (one === way ? !isChosen : chosen.includes(one)))
    change({ ways: { ...draft.ways, [id]: next } })
  }
  const look = isOn
    ? isChosen
      ? 'border-act bg-act text-act-on'
      : 'border-line-strong bg-surface'
    : `border-dashed border-line-strong ${isChosen ? 'text-ink-2' : ''}`
  return (
    <label className="relative inline-grid size-hit cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="absolute inset-0 cursor-pointer appearance-none rounded-2"
        aria-label={`${t(`shopAlerts.${way}`)}, ${t(`shopAlerts.kind.${id}`)}${isOn ? '' : `, ${t('shopAlerts.wayOff')}`}`}
        checked={isChosen}
        onChange={toggle}
      />
      <span className={`grid size-[28px] place-items-center rounded-1 border-2 forced-color-adjust-none ${look}`}>
        {isChosen && <Check size={20} strokeWidth={3} aria-hidden />}
      </span>
    </label>
  )
}

function TestButton({ row: { id, alerts } }: { row: Row }) {
  const t = useText()
  const test = useTestAlert()
  const isOn = alerts.choice.ways[id].some((way) =>
    way === 'push' ? alerts.push.devices.length > 0 : alerts[way].isOn,
  )
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
