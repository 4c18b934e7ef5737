import { useQuery } from '@tanstack/react-query'
import {
  ClockAlert,
  DatabaseZap,
  Languages,
  LockKeyhole,
  OctagonX,
  Sparkles,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import type { Status } from '#api/status.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery, useAway, isOutdated } from '../../api/status.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { refusesToStore } from '../../lib/storage.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FactBar as Bar, FactsDialog } from './FactBar.tsx'
import { SellingStopped } from './SellingStopped.tsx'

type Fact = 'stopped' | 'translated' | 'wallet' | 'clock' | 'unstored' | 'pinLocks' | 'update'

const FACTS: Record<Fact, { icon: LucideIcon; text: MessageId }> = {
  stopped: { icon: OctagonX, text: 'shell.stopped' },
  translated: { icon: Languages, text: 'alerts.chip.translated' },
  wallet: { icon: WalletMinimal, text: 'alerts.chip.wallet' },
  clock: { icon: ClockAlert, text: 'alerts.chip.clock' },
  unstored: { icon: DatabaseZap, text: 'alerts.chip.unstored' },
  pinLocks: { icon: LockKeyhole, text: 'alerts.chip.pinLocks' },
  update: { icon: Sparkles, text: 'alerts.chip.update' },
}

/** A chip in the bar, so nothing on the page moves. */
export function StandingAlerts() {
  const t = useText()
  const away = useAway()
  const { data: session } = useQuery(sessionQuery)
  const { data: status } = useQuery(statusQuery)
  const [isOpen, setIsOpen] = useState(false)
  const isSupervisor = session?.person?.role === 'supervisor'
  const isSelling = useIsSelling()
  const { pathname } = useLocation()
  const facts = status && !away ? factsOf(status, isSupervisor, isSelling) : []
  // On product pages, it is shown across the page.
  if (pathname.startsWith(paths.sell()) && facts[0] === 'stopped') facts.shift()
  const [first, ...others] = facts
  if (isOpen && !first) setIsOpen(false)
  if (!status || !first) return null
  const { icon: Icon, text } = FACTS[first]
  const isUrgent = first === 'stopped'
  const close = () => setIsOpen(false)
  return (
    <>
      <div role={isUrgent ? 'alert' : 'status'} className="shrink-0">
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-hit min-w-hit items-center justify-center rounded-full"
          onClick={() => setIsOpen(true)}
        >
          <span
            className={`flex h-6 items-center gap-2 rounded-full px-2 text-2 font-semibold whitespace-nowrap text-night-on ${isUrgent ? 'bg-night-bad' : 'bg-night-wait'}`}
          >
            <Icon size={20} aria-hidden />
            <span className="pe-1 max-lg:sr-only">{t(text)}</span>
            {others.length > 0 && (
              <>
                {' '}
                <bdi dir="ltr">+{others.length}</bdi>
              </>
            )}
          </span>
        </button>
      </div>
      {isOpen && (
        <FactsDialog onClose={close}>
          {facts.map((fact) => (
            <FactBar key={fact} fact={fact} status={status} isSupervisor={isSupervisor} onLeave={close} />
          ))}
        </FactsDialog>
      )}
    </>
  )
}

const SALE = /^\/(sale|batch|sell\/(product|service|international))(\/|$)/

/** A sale has been started or is open on this screen. One that only waits continues without a page. */
function useIsSelling(): boolean {
  const { pathname } = useLocation()
  const isTyped = useDraft(({ number, account, isReviewed }) => (number !== '' || account !== '') && !isReviewed)
  return isTyped || SALE.test(pathname)
}

const FACT_ORDER = ['stopped', 'translated', 'wallet', 'clock', 'unstored', 'pinLocks', 'update'] as const

/** Whether the browser or an extension translated the page: translators insert `font` elements. */
const isTranslated = (): boolean => document.querySelector('#root font') !== null

function factsOf(status: Status, isSupervisor: boolean, isSelling: boolean): Fact[] {
  const { service, wallet, isClockAhead, pinLocks, build } = status
  const is: Record<Fact, boolean> = {
    stopped: service === 'stopped',
    translated: isTranslated(),
    wallet: wallet === 'low',
    clock: isClockAhead === true && isSupervisor,
    unstored: refusesToStore(),
    pinLocks: pinLocks !== undefined && isSupervisor,
    update: isOutdated(build) && !isSelling,
  }
  return FACT_ORDER.filter((fact) => is[fact])
}

type FactBarProps = { fact: Fact; status: Status; isSupervisor: boolean; onLeave: () => void }

function FactBar({ fact, status, isSupervisor, onLeave }: FactBarProps) {
  const t = useText()
  if (fact === 'stopped') return <SellingStopped status={status} isSupervisor={isSupervisor} onLeave={onLeave} />
  const next: MessageId =
    fact !== 'wallet' ? `alerts.${fact}Next` : isSupervisor ? 'alerts.walletSupervisor' : 'alerts.tellSupervisor'
  const actions: Partial<Record<Fact, ReactNode>> = {
    wallet: isSupervisor && (
      <ButtonLink to={paths.wallet()} onClick={onLeave}>
        {t('shell.wallet')}
      </ButtonLink>
    ),
    pinLocks: (
      <ButtonLink to={paths.staff()} onClick={onLeave}>
        {t('alerts.openStaff')}
      </ButtonLink>
    ),
    update: <Button onClick={() => window.location.reload()}>{t('shell.loadAgain')}</Button>,
  }
  return (
    <Bar
      tone={fact === 'wallet' ? 'wait' : 'info'}
      icon={FACTS[fact].icon}
      heading={t(`alerts.${fact}`, { count: status.pinLocks ?? 0 })}
      action={actions[fact]}
    >
      {t(next)}
    </Bar>
  )
}
