import { BellRing, CircleHelp, Eye, OctagonX, Wallet as WalletIcon, type LucideIcon } from 'lucide-react'

import type { ReactNode } from 'react'

import type { KnownShop, OpenAlert, ShopState } from '#api/shops.ts'
import { urgencyOf, type ShopUrgency } from '#domain/shops.ts'
import { formatAge, useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Tag } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useFormatDate } from '../../lib/shop-days.ts'
import { formatRunway } from '../../report/amounts.ts'

const AGE_STEP_MS = 10_000

const URGENCIES: Record<Exclude<ShopUrgency, 'fine'>, { text: MessageId; icon: LucideIcon }> = {
  'not-known': { text: 'shops.notKnown', icon: CircleHelp },
  stopped: { text: 'shops.stopped', icon: OctagonX },
  low: { text: 'shops.low', icon: WalletIcon },
  attention: { text: 'shops.attention', icon: Eye },
}

export function ShopCard({ shop, isHere }: { shop: ShopState; isHere: boolean }) {
  const t = useText()
  const urgency = urgencyOf(shop)
  return (
    <section
      className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
      aria-label={shop.name}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto min-w-0 text-3 wrap-anywhere">
          <bdi>{shop.name}</bdi>
        </h2>
        {isHere && <Tag>{t('shops.here')}</Tag>}
        {urgency !== 'fine' && <Tag icon={URGENCIES[urgency].icon}>{t(URGENCIES[urgency].text)}</Tag>}
      </div>
      {shop.state === 'read' ? <Known shop={shop} /> : <p className="text-ink-2">{t(`shops.${shop.state}`)}</p>}
    </section>
  )
}

function Known({ shop }: { shop: KnownShop }) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const { openItems, today, alerts, isLed, isWatched } = shop
  const waiting = [
    ...(openItems.openItems > 0 ? [t('shops.open', { count: openItems.openItems })] : []),
    ...(openItems.attention > 0 ? [t('shops.needSupervisor', { count: openItems.attention })] : []),
    ...(openItems.refundsDue > 0 ? [t('shops.refundsDue', { count: openItems.refundsDue })] : []),
  ]
  return (
    <>
      <Balance wallet={shop.wallet} />
      {!isLed && <p className="font-semibold">{t('shops.notLed')}</p>}
      {alerts.map((alert) => (
        <Alert key={alert.kind} alert={alert} />
      ))}
      <dl className="mt-auto grid gap-1">
        <Line name={t('shops.soldToday')}>
          <b className="font-semibold">{today.sold.count}</b>
          {today.sold.amount.length > 0 && ` · ${list.format(today.sold.amount.map(formats.money))}`}
        </Line>
        <Line name={t('shops.openItems')}>{waiting.length > 0 ? list.format(waiting) : t('shops.nothingOpen')}</Line>
      </dl>
      {today.tests > 0 && <p className="text-1 text-ink-2">{t('reports.tests', { count: today.tests })}</p>}
      {!isWatched && <p className="text-1 text-ink-2">{t('shops.notWatched')}</p>}
    </>
  )
}

/** A balance that was never read is not shown as zero; an old one is gray. */
function Balance({ wallet: { balance, asOf, isStale, runwayDays, line } }: Pick<KnownShop, 'wallet'>) {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const now = useNow(AGE_STEP_MS)
  const formatWhen = useFormatDate()
  if (!balance || asOf === undefined) return <p className="text-4 font-semibold">{t('shops.noBalance')}</p>
  return (
    <div>
      <p className={isStale ? 'text-ink-3' : ''}>
        <Money money={balance} size="figure" />
      </p>
      <p className="text-1 text-ink-2">
        {isStale
          ? t('wallet.asOf', { time: formatWhen(asOf) })
          : t('wallet.readAt', { age: formatAge(asOf, now, locale) })}
      </p>
      <p>{runwayDays === undefined ? t('shops.noPace') : t('wallet.lasts', { days: formatRunway(runwayDays, t) })}</p>
      {line && <p className="text-1 text-ink-2">{t('shops.line', { amount: formats.money(line) })}</p>}
    </div>
  )
}

function Alert({ alert: { since, words } }: { alert: OpenAlert }) {
  const t = useText()
  const locale = useLocale()
  const { title, body } = words[locale]
  const formatWhen = useFormatDate()
  return (
    <div className="flex gap-2 rounded-2 border-1 border-line-strong bg-sunken p-3">
      <BellRing className="shrink-0" size={20} aria-hidden />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="block font-semibold">
          <bdi>{title}</bdi>
        </b>
        <bdi>{body}</bdi> <span className="text-1 text-ink-2">{t('shops.since', { time: formatWhen(since) })}</span>
      </p>
    </div>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-ink-2">{name}</dt>
    <dd className="ms-auto">{children}</dd>
  </div>
)
