import { BUILD_HEADER } from '#api/headers.ts'
import type { ReadyBoard } from '#api/ready.ts'
import type { ReadyPart, ReadyState } from '#domain/readiness.ts'
import { pageBuild } from '../../api/request.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { Locale, MessageId } from '../../i18n/locale.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText, type Text } from '../../i18n/use-text.ts'
import { WRITING } from '../../i18n/writing.ts'
import { paths } from '../../paths.ts'
import type { PrinterKind } from '../../printing/receipt-printer.ts'
import { deviceOf, isPrinterSet, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useConnection } from '../../printing/use-connection.ts'
import { formatRunway } from '../../report/amounts.ts'
import { useFormatDate } from '../../lib/shop-days.ts'
import { useShiftStop } from '../../shift/ShiftNeeded.tsx'

export type ReadyLine = {
  id: ReadyPart | 'till-clock' | 'page' | 'printer' | 'shift'
  title: MessageId
  state: ReadyState
  text: string
  figures: string[]
  go?: { text: MessageId; to: string }
  makesBackup?: true
}

type Answer = { board: ReadyBoard; clockOffsetMs: number }
type Words = {
  t: Text
  locale: Locale
  money: ReturnType<typeof useFormats>['money']
  formatWhen: ReturnType<typeof useFormatDate>
}

/** Above this difference (ms), this device's times do not match the shop's. */
const CLOCK_OFF_MS = 60_000

/** In the order in which they matter in the morning. Without a response, only those of this device. */
export function useReadyParts(answer: Answer | undefined): ReadyLine[] {
  const t = useText()
  const locale = useLocale()
  const { money } = useFormats()
  const formatWhen = useFormatDate()
  const { isSupervisor } = useCurrentUser()
  const printer = usePrinterLine()
  const shiftStop = useShiftStop()
  const shift: ReadyLine[] = shiftStop
    ? [
        {
          id: 'shift',
          title: 'userMenu.shift',
          state: 'bad',
          text: t(shiftStop.why),
          figures: [],
          go: { text: 'ready.shift.go', to: paths.shift() },
        },
      ]
    : []
  if (!answer) return [...shift, printer]
  const { board, clockOffsetMs } = answer
  const words: Words = { t, locale, money, formatWhen }
  const { service, wallet, keys, clock, disk, journal, backup, packages } = board
  return [
    part('service', service, describeService(service, words), t),
    ...(wallet
      ? [
          {
            ...part('wallet', wallet, describeWallet(wallet, words), t),
            ...(isSupervisor && { go: { text: 'ready.wallet.go' as const, to: paths.wallet() } }),
          },
        ]
      : []),
    ...shift,
    printer,
    part('keys', keys, describeKeys(keys, words), t),
    part('clock', clock, describeClock(clock, words), t),
    tillClockLine(clockOffsetMs, words),
    part('disk', disk, describeDisk(disk, words), t),
    {
      ...part('journal', journal, describeJournal(journal, words), t),
      ...(journal.reason === 'unreadable' && { go: { text: 'openItems.title' as const, to: paths.openItems() } }),
    },
    ...(backup
      ? [
          {
            ...part('backup', backup, describeBackup(backup, board.serverTime, words), t),
            ...(isSupervisor && backup.canMake && { makesBackup: true as const }),
          },
        ]
      : []),
    part('packages', packages, describePackages(packages, words), t),
    pageLine(board, t),
  ]
}

/** A cashier does not see reasons that only a supervisor can act on. */
function part(
  id: ReadyPart,
  { state, reason }: { state: ReadyState; reason?: string },
  figures: Figures,
  t: Text,
): ReadyLine {
  const text = reason ?? (state === 'good' ? 'fine' : undefined)
  return {
    id,
    title: `ready.${id}`,
    state,
    text: t(text === undefined ? 'ready.callSupervisor' : (`ready.${id}.${text}` as MessageId)),
    figures: figures.filter((figure) => typeof figure === 'string'),
  }
}

type Figures = readonly (string | false | undefined)[]

const describeService = (
  { delayMs, answeredAt, since }: ReadyBoard['service'],
  { t, locale, formatWhen }: Words,
): Figures => [
  since !== undefined && t('ready.service.since', { time: formatWhen(since) }),
  delayMs !== undefined &&
    answeredAt !== undefined &&
    t('ready.service.delay', { span: formatSpan(delayMs, locale), time: formatWhen(answeredAt) }),
]

type ReadyWallet = NonNullable<ReadyBoard['wallet']>

const describeWallet = ({ balance, readAt, runwayDays }: ReadyWallet, { t, money, formatWhen }: Words): Figures => [
  balance && readAt !== undefined && t('ready.wallet.figures', { amount: money(balance), time: formatWhen(readAt) }),
  runwayDays !== undefined && t('wallet.lasts', { days: formatRunway(runwayDays, t) }),
]

const describeKeys = ({ leadMs = 0, overtaken = 0 }: ReadyBoard['keys'], { t, locale }: Words): Figures => [
  leadMs > 1_000 && t('ready.keys.lead', { span: formatSpan(leadMs, locale) }),
  overtaken > 0 && t('ready.keys.count', { count: overtaken }),
]

const describeClock = ({ serviceOffsetMs, movedMs = 0 }: ReadyBoard['clock'], { t, locale }: Words): Figures => [
  serviceOffsetMs !== undefined && t('ready.clock.offset', { span: formatSpan(Math.abs(serviceOffsetMs), locale) }),
  Math.abs(movedMs) > 1_000 && t('ready.clock.movedBy', { span: formatSpan(Math.abs(movedMs), locale) }),
]

const describeDisk = ({ freeBytes, neededBytes }: ReadyBoard['disk'], { t }: Words): Figures => [
  freeBytes !== undefined &&
    neededBytes !== undefined &&
    t('ready.disk.figures', { free: inGigabytes(freeBytes), needed: inGigabytes(neededBytes) }),
]

const describeJournal = (
  { lines, unreadableSales = 0, unreadableBatches = 0 }: ReadyBoard['journal'],
  { t }: Words,
): Figures => [
  unreadableSales > 0 && t('ready.journal.unreadableSales', { count: unreadableSales }),
  unreadableBatches > 0 && t('ready.journal.unreadableBatches', { count: unreadableBatches }),
  lines !== undefined && t('ready.journal.lines', { count: lines }),
]

function describeBackup(
  { madeAt, bytes, isSameDisk, problem }: NonNullable<ReadyBoard['backup']>,
  serverTime: number,
  { t, locale, formatWhen }: Words,
): Figures {
  return [
    problem,
    madeAt !== undefined &&
      bytes !== undefined &&
      t('ready.backup.last', {
        time: formatWhen(madeAt),
        span: formatSpan(Math.max(0, serverTime - madeAt), locale),
        size: (bytes / 1e6).toFixed(1),
      }),
    isSameDisk && t('ready.backup.sameDisk'),
  ]
}

function describePackages({ count, digest, listMade, advisories }: ReadyBoard['packages'], { t }: Words): Figures {
  if (count === undefined || digest === undefined || listMade === undefined) return []
  return [t('ready.packages.figures', { count, digest, day: listMade }), ...(advisories ?? [])]
}

/** What is typed and printed here gets its time from this device's clock. */
function tillClockLine(offsetMs: number, { t, locale }: Words): ReadyLine {
  const isOff = Math.abs(offsetMs) > CLOCK_OFF_MS
  return {
    id: 'till-clock',
    title: 'ready.tillClock',
    state: isOff ? 'look' : 'good',
    text: isOff
      ? t(offsetMs > 0 ? 'ready.tillClock.ahead' : 'ready.tillClock.behind', {
          span: formatSpan(Math.abs(offsetMs), locale),
        })
      : t('ready.tillClock.fine'),
    figures: [],
  }
}

/** A page in development has no build. */
function pageLine({ version, build: served }: ReadyBoard, t: Text): ReadyLine {
  const { [BUILD_HEADER]: build = served } = pageBuild()
  const isOld = build !== served
  return {
    id: 'page',
    title: 'ready.page',
    state: isOld ? 'look' : 'good',
    text: t(isOld ? 'ready.page.old' : 'ready.page.fine', { version, build, served }),
    figures: [],
  }
}

type Printer = Pick<ReadyLine, 'state'> & { text: MessageId }

function usePrinterLine(): ReadyLine {
  const t = useText()
  const chosen = useTerminalPrinter()
  const { mode, printer } = chosen
  const isSet = isPrinterSet(chosen)
  const receiptPrinter: PrinterKind | undefined = isSet && mode !== 'never' ? deviceOf(printer) : undefined
  const { connection } = useConnection(receiptPrinter)
  const isNetwork = printer === 'network'
  const { state, text } = checkPrinter({ isSet, mode, isNetwork, connection: receiptPrinter && connection.state })
  return {
    id: 'printer',
    title: 'ready.printer',
    state,
    text: t(text),
    figures: [],
    go: { text: 'ready.printer.go', to: paths.printer() },
  }
}

type PrinterFacts = {
  isSet: boolean
  mode: string
  isNetwork: boolean
  connection: 'looking' | 'connected' | 'not-connected' | undefined
}

function checkPrinter({ isSet, mode, isNetwork, connection }: PrinterFacts): Printer {
  if (!isSet) return { state: 'look', text: isNetwork ? 'printer.by.network.none' : 'ready.printer.notSet' }
  if (mode === 'never') return { state: 'good', text: 'ready.printer.none' }
  if (connection === undefined)
    return { state: 'good', text: isNetwork ? 'ready.printer.network' : 'ready.printer.browser' }
  if (connection === 'looking') return { state: 'unknown', text: 'ready.printer.looking' }
  return connection === 'connected'
    ? { state: 'good', text: 'ready.printer.connected' }
    : { state: 'bad', text: 'ready.printer.notConnected' }
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const

/** `3 minutes`, `0.4 seconds`: in the largest full unit. */
function formatSpan(ms: number, locale: Locale): string {
  const { unit, ms: size } = UNITS.find((each) => ms >= each.ms) ?? { unit: 'second' as const, ms: 1_000 }
  const digits = unit === 'second' && ms < 10_000 ? 1 : 0
  const { tag } = WRITING[locale]
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits }).format(
    ms / size,
  )
}

const inGigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)
