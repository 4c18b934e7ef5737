import { useQuery } from '@tanstack/react-query'
import { BellRing, ChartNoAxesColumn, Check, Copy, EyeOff, Printer, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import type { Status } from '#api/status.ts'
import type { Wallet } from '#api/wallet.ts'
import { addMoney } from '#domain/money/money.ts'
import {
  practiceBanner,
  centered,
  paperOf,
  type PrintContext,
  usePrintContext,
} from '../../sale/documents/print-context.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { walletQuery } from '../../api/day.ts'
import { statusQuery } from '../../api/status.ts'
import { formatMoney, formatAge } from '../../i18n/formats.ts'
import { formatWeekday } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { isUnclear, printDocument, type PrintOutcome } from '../../printing/print.ts'
import { copyText } from '../../printing/share.ts'
import { usePrint } from '../../printing/use-print.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SummaryRule, TicketSummary } from '../../ui/TicketSummary.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useFormatDate } from '../../lib/shop-days.ts'
import { formatRunway } from '../../report/amounts.ts'
import { ExpectedDeposits } from './ExpectedDeposits.tsx'
import { CostDifferences, TodaySales } from './TodaySales.tsx'
import { LowBalanceDialog } from './LowBalanceDialog.tsx'
import { Movements } from './Movements.tsx'
import { WalletChart } from './WalletChart.tsx'

const AGE_STEP_MS = 10_000
const DAY_MS = 24 * 60 * 60_000
const STRIP_DAYS = 7

export default function WalletPage() {
  const t = useText()
  const { data: wallet, error, isFetching, refetch } = useQuery(walletQuery)
  const { data: status } = useQuery(statusQuery)
  const warning = error ? t(failureMessage(error)) : wallet?.problem && t(problemText(wallet.problem, wallet, status))
  return (
    <PageLayout
      title={t('wallet.title')}
      note={<Tag icon={EyeOff}>{t('wallet.supervisorView')}</Tag>}
      actions={
        <>
          <ButtonLink icon={BellRing} to={paths.alerts()}>
            {t('wallet.alerts')}
          </ButtonLink>
          <span className="max-sm:hidden">
            <ButtonLink icon={ChartNoAxesColumn} to={paths.reports()}>
              {t('reports.title')}
            </ButtonLink>
          </span>
          <Button icon={RefreshCw} pending={isFetching} onClick={() => void refetch()}>
            {t(warning === undefined ? 'wallet.update' : 'storefront.tryAgain')}
          </Button>
        </>
      }
    >
      {warning !== undefined && (
        <Notice tone="info" role="alert" icon={<TriangleAlert size={24} aria-hidden />}>
          {warning} {error && wallet?.balance && t('wallet.lastRead')}
        </Notice>
      )}
      {(wallet || !error) && (
        <Async query={{ data: wallet, error: null }} loading="wallet.reading">
          {(wallet) => (
            <div className="grid items-stretch gap-4 md:grid-cols-[minmax(320px,400px)_minmax(0,1fr)]">
              <Balance wallet={wallet} isStale={warning !== undefined || wallet.stale} />
              <WalletChart wallet={wallet} />
              <div className="grid items-start gap-4 sm:grid-cols-2 md:col-span-2 lg:grid-cols-[minmax(0,1fr)_320px_320px]">
                <div className="min-w-0 sm:max-lg:col-span-2">
                  <TodaySales />
                </div>
                <LowBalanceDialog wallet={wallet} />
                <TopupCode wallet={wallet} />
              </div>
              <div className="flex min-w-0 flex-col gap-4 md:col-span-2">
                <ExpectedDeposits deposits={wallet.expectedDeposits} currency={wallet.balance?.currency} />
                <Movements movements={wallet.movements} isRead={wallet.balance !== undefined} />
                <CostDifferences differences={wallet.costDifferences} />
              </div>
            </div>
          )}
        </Async>
      )}
    </PageLayout>
  )
}

/** A wholesaler that rejects our signature responds, but not with the balance. */
function problemText(problem: NonNullable<Wallet['problem']>, { balance }: Wallet, status?: Status): MessageId {
  const what = problem === 'unreachable' && status?.reason === 'signature' ? 'rejected' : problem
  return balance ? `wallet.${what}` : `wallet.${what}None`
}

/** The balance with its age. An unreadable balance is never shown as zero, and an outdated one is gray. */
function Balance({ wallet, isStale }: { wallet: Wallet; isStale: boolean }) {
  const { balance, asOf, held, expectedDeposits } = wallet
  const t = useText()
  const locale = useLocale()
  const now = useNow(AGE_STEP_MS)
  const formatWhen = useFormatDate()
  const name = t(isStale ? 'wallet.lastBalance' : 'wallet.balance')
  return (
    <section className="rounded-3 border-1 border-line bg-surface p-5" aria-label={name}>
      <div className="flex flex-wrap justify-between gap-x-3 text-1 text-ink-2">
        <h2 className="text-1 font-medium text-ink-2">{name}</h2>
        {balance && asOf !== undefined && (
          <p>
            {isStale
              ? t('wallet.asOf', { time: formatWhen(asOf) })
              : t('wallet.readAt', { age: formatAge(asOf, now, locale) })}
          </p>
        )}
      </div>
      {balance ? (
        <p className={`@container my-1 ${isStale ? 'text-ink-3' : ''}`}>
          <Money money={balance} size="fit" />
        </p>
      ) : (
        <p className="text-5 font-semibold">{t('wallet.noBalance')}</p>
      )}
      {held.most && held.count > 0 && (
        <p className="text-ink-2">{t('wallet.held', { count: held.count, amount: formatMoney(held.most, locale) })}</p>
      )}
      {addMoney(expectedDeposits.map(({ amount }) => amount)).map((sum) => (
        <p key={sum.currency} className="text-ink-2">
          {t('wallet.expectedSum', { amount: formatMoney(sum, locale) })}
        </p>
      ))}
      {balance && <RunwayStrip wallet={wallet} now={now} />}
    </section>
  )
}

function RunwayStrip({ wallet: { runwayDays, asOf }, now }: { wallet: Wallet; now: number }) {
  const t = useText()
  const locale = useLocale()
  if (runwayDays === undefined) return <p className="mt-4 text-ink-2">{t('wallet.noPace')}</p>
  const days = formatRunway(runwayDays, t)
  // The number of days is bold, wherever a language places it.
  const [before = '', after = ''] = t('wallet.lasts', { days: '|' }).split('|')
  return (
    <div className="mt-4">
      <p className="text-4">
        {before}
        <b className="font-semibold">{days}</b>
        {after}
      </p>
      <ol className="mt-2 grid grid-cols-7 gap-1" aria-hidden="true">
        {Array.from({ length: STRIP_DAYS }, (_, day) => (
          <li key={day} className="grid gap-1 text-center text-1 text-ink-2">
            <span className="h-6 overflow-hidden rounded-1 border-1 border-act-ink">
              <span
                className="block h-full bg-act-ink forced-color-adjust-none"
                style={{ inlineSize: `${100 * Math.min(1, Math.max(0, runwayDays - day))}%` }}
              />
            </span>
            {formatWeekday((asOf ?? now) + day * DAY_MS, locale)}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Printed as the wholesaler wrote it, for the person who deposits money. */
function TopupCode({ wallet: { balance, problem, topupCode: code, movements } }: { wallet: Wallet }) {
  const t = useText()
  const locale = useLocale()
  const formatWhen = useFormatDate()
  const words = usePrintContext()
  const [copied, setCopied] = useState<string>()
  const { print, isPrinting, outcome } = usePrint(printDocument)
  useAnnouncement(copied !== undefined && copied === code ? t('wallet.copied') : undefined)
  const printed = wordsOfSlip(outcome)
  useAnnouncement(printed === 'wallet.print' ? undefined : t(printed))
  const lastAdded = movements.find(({ kind }) => kind === 'deposit')
  const copy = async (text: string) => {
    if (await copyText(text)) setCopied(text)
  }
  return (
    <TicketSummary label={t('wallet.addMoney')}>
      <div className="flex flex-col gap-3">
        <h2 className="text-3">{t('wallet.addMoney')}</h2>
        {code === undefined ? (
          <p className="text-paper-ink">{t(balance && !problem ? 'wallet.noTopupCode' : 'wallet.notRead')}</p>
        ) : (
          <>
            <p className="text-paper-ink">{t('wallet.addMoneyLead')}</p>
            <p className="font-mono text-5 font-medium wrap-anywhere">
              <bdi dir="ltr">{groupByFour(code)}</bdi>
            </p>
            <QrCode text={code} name={t('wallet.qr')} minPx={144} />
            <div className="flex flex-wrap gap-2 *:flex-1">
              {/* The clipboard requires https or localhost. */}
              {'clipboard' in navigator && (
                <Button icon={copied === code ? Check : Copy} onClick={() => void copy(code)}>
                  {t(copied === code ? 'wallet.copied' : 'wallet.copy')}
                </Button>
              )}
              <Button icon={Printer} pending={isPrinting} onClick={() => void print(topupSlip(code, words))}>
                {t(printed)}
              </Button>
            </div>
            {isUnclear(outcome) && <p role="alert">{t('printer.outcome.mayHavePrinted')}</p>}
          </>
        )}
        {lastAdded && (
          <>
            <SummaryRule />
            <p>
              <span className="block text-1 text-paper-ink">{t('wallet.lastAdded')}</span>
              <b className="font-semibold">{formatMoney(lastAdded.amount, locale)}</b>{' '}
              <span className="text-1 text-paper-ink">
                {t('wallet.lastAddedAt', { time: formatWhen(lastAdded.at) })}
              </span>
            </p>
          </>
        )}
      </div>
    </TicketSummary>
  )
}

function wordsOfSlip(outcome: PrintOutcome | undefined): 'wallet.print' | 'wallet.printed' | 'wallet.notPrinted' {
  if (outcome === undefined || isUnclear(outcome)) return 'wallet.print'
  return outcome.by === 'nothing' ? 'wallet.notPrinted' : 'wallet.printed'
}

const topupSlip = (code: string, words: PrintContext): PrintDocument =>
  paperOf(
    'report',
    [
      centered(words.t('wallet.addMoney'), 'title'),
      centered(words.t('wallet.addMoneyLead')),
      ...practiceBanner(words),
      centered(groupByFour(code), 'code'),
      { kind: 'qr', text: code },
    ],
    words,
  )

/** `4820 7715 03`, for reading aloud. A code with spaces or punctuation stays as it is. */
export const groupByFour = (code: string): string =>
  /^[0-9A-Za-z]+$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
