import { useQuery } from '@tanstack/react-query'
import { Headset, MessageSquareQuote, Unplug, type LucideIcon } from 'lucide-react'
import { useEffect, type ComponentProps, type ReactNode } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { saleQuery } from '../../api/sale.ts'
import { formatAge } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { problemClass } from '../../lib/problem-class.ts'
import type { Delivery } from '../../sale/delivery/use-delivery.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { useNewSale } from './use-sale-options.ts'

/** Presses this soon (ms) after a view's appearance are ignored: they were meant for the previous view. */
export const ARM_MS = 600
/** As above, but where a hasty press would leave something undone. */
export const ARM_LATE_MS = 1_500

type SalePageLayoutProps = {
  /** What the page shows, if that is not a single sale. */
  label?: string
  children: ReactNode
  panel: ReactNode
  /** What happened so far, below the ticket so that the page keeps its room. */
  timeline?: ComponentProps<typeof SaleTimeline> | undefined
  remark?: string | undefined
  /** The action, which never moves. */
  foot?: ReactNode
}

export function SalePageLayout({ label, children, panel, timeline, remark, foot }: SalePageLayoutProps) {
  const t = useText()
  const isOneColumn = useMedia(ONE_COLUMN)
  // An upright kiosk shows only a strip of the ticket.
  const isUprightKiosk = useIsKiosk() && isOneColumn
  // A new step starts at its top; only narrow screens scroll.
  useEffect(() => {
    document.documentElement.scrollTop = 0
  }, [])
  return (
    <div role="group" aria-label={label ?? t('ticket.region')} className="contents">
      <PageLayout
        panel={
          <SidePanel
            foot={
              (foot || remark !== undefined) && (
                <>
                  {remark !== undefined && <p className="px-1 text-1 text-ink-2">{remark}</p>}
                  {foot}
                </>
              )
            }
          >
            {panel}
            {timeline && !isUprightKiosk && (
              // Focusable so that the arrow keys scroll long content.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <div className="shrink-0" role="group" aria-label={t('sale.whatHappened')} tabIndex={0}>
                <SaleTimeline {...timeline} place="tray" />
              </div>
            )}
          </SidePanel>
        }
      >
        {children}
        {timeline && isUprightKiosk && <SaleTimeline {...timeline} />}
      </PageLayout>
    </div>
  )
}

export const EnterButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="primary" size="xl" keyCap="Enter" autoFocus armDelayMs={ARM_MS} {...props} />
)

type NextCustomerProps = {
  /** Another action comes first. Enter still goes to the next customer, because it must not confirm something that was not done. */
  isSecond?: boolean
}

export function NextCustomer({ isSecond = false }: NextCustomerProps) {
  const t = useText()
  const newSale = useNewSale()
  return (
    <EnterButton {...(isSecond && { variant: 'secondary' })} onClick={newSale}>
      {t('sale.nextCustomer')}
    </EnterButton>
  )
}

type GiveAndNextProps = {
  isDue: boolean
  isAsked: boolean
  delivery: Delivery
}

const GiveMenu = lazyPart(async () => (await import('./GiveMenu.tsx')).GiveMenu)

/** Goes to the next customer. Records codes on screen that were neither printed nor shared as delivered. */
export function GiveAndNext({ isDue, isAsked, delivery }: GiveAndNextProps) {
  const t = useText()
  const { isShown, isSaving, giveNow, give } = delivery
  const canStay = isDue && delivery.canGive
  const canGive = isDue && isShown
  const newSale = useNewSale()
  const giveAndLeave = async () => {
    // If the delivery was not recorded, the code stays on screen.
    if (await giveNow()) newSale()
  }
  useHotkeys([{ ...KEYS.given, run: canStay ? give : undefined }])
  return (
    <div className="flex gap-2">
      <Button
        // A button that changes its meaning waits again before it accepts presses.
        key={canGive ? 'given' : 'next'}
        size="xl"
        variant="primary"
        keyCap={isAsked ? undefined : 'Enter'}
        autoFocus={!isAsked}
        // A hasty press would leave a code behind or record a delivery that did not happen.
        armDelayMs={isDue ? ARM_LATE_MS : ARM_MS}
        pending={canGive && isSaving}
        onClick={canGive ? () => void giveAndLeave() : newSale}
      >
        {t(canGive ? 'delivery.givenNext' : 'sale.nextCustomer')}
      </Button>
      {canStay && <GiveMenu onStay={give} />}
    </div>
  )
}

const INSTRUCTIONS = { wait: 'border-wait', unk: 'border-unk', ok: 'border-ok' }

type InstructionBarProps = { tone: keyof typeof INSTRUCTIONS; icon: LucideIcon; heading: string; children: ReactNode }

export function InstructionBar({ tone, icon: Icon, heading, children }: InstructionBarProps) {
  return (
    <section
      className={`flex shrink-0 items-center gap-4 rounded-3 border-3 bg-surface p-4 max-sm:p-3 md:px-5 ${INSTRUCTIONS[tone]}`}
    >
      <Icon size={56} className={`max-sm:size-7 shrink-0 ${tone === 'ok' ? 'text-ok' : ''}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="text-5 tracking-2 sm:text-6">{heading}</h2>
        <div className="text-ink-2">{children}</div>
      </div>
    </section>
  )
}

type ScriptCardProps = {
  children: string
  /** The URL of the status page for the customer's phone. */
  link?: string | undefined
}

export function ScriptCard({ children, link }: ScriptCardProps) {
  const t = useText()
  return (
    <section className="paper flex shrink-0 grow items-center gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 max-sm:p-3 md:px-5">
      <div className="min-w-0 flex-1">
        <h2 className="mb-1 flex items-center gap-2 text-2 font-medium text-paper-ink">
          <MessageSquareQuote size={20} aria-hidden /> {t('sale.say')}
        </h2>
        <p className="text-4 text-balance sm:text-5">{children}</p>
      </div>
      {link !== undefined && (
        <figure className="grid w-min shrink-0 justify-items-center gap-1 text-center">
          <QrCode text={link} name={t('sale.follow.qr')} minPx={120} />
          <figcaption className="text-1 text-paper-ink">{t('sale.follow')}</figcaption>
        </figure>
      )}
    </section>
  )
}

type ProblemReasonProps = {
  problem: NonNullable<Sale['problem']>
  chosen?: string | undefined
}

export function ProblemReason({ problem, chosen }: ProblemReasonProps) {
  const t = useText()
  const isElsewhere = chosen !== undefined && problem.code === 'country-differs' && problem.detected !== undefined
  const ours = isElsewhere
    ? t('sale.international.countryDiffers', { chosen, detected: problem.detected ?? '' })
    : t(`sale.problem.${problemClass(problem.code)}`)
  return <ReasonCard label={t(problem.text ? 'sale.serviceMessage' : 'sale.why')}>{problem.text ?? ours}</ReasonCard>
}

export function ReasonCard({ label, children }: { label: string; children: string }) {
  return (
    <section className="shrink-0 rounded-3 border-1 border-line bg-surface p-4 md:px-5">
      <div className="text-1 font-medium text-ink-2">{label}</div>
      <p className="mt-1 text-4 font-medium wrap-anywhere whitespace-pre-line sm:text-5" dir="auto">
        {children}
      </p>
    </section>
  )
}

/** The number that support asks for. Hidden while there is none. */
export function SupportReference({ sale }: { sale: Sale }) {
  const t = useText()
  if (sale.transactionId === undefined) return null
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <Headset size={20} className="shrink-0" aria-hidden /> {t('sale.askHelp', { id: sale.transactionId })}
    </p>
  )
}

const AGE_STEP_MS = 5_000

/** Shows how old the displayed state is while the server is not responding. */
export function LastKnownState({ sale }: { sale: Sale }) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(AGE_STEP_MS)
  const { dataUpdatedAt } = useQuery(saleQuery(sale.id))
  return (
    <Notice
      tone="info"
      icon={<Unplug size={24} aria-hidden />}
      heading={t('sale.lastKnown', { age: formatAge(dataUpdatedAt, now, locale) })}
    >
      {t('sale.lastKnownHint')}
    </Notice>
  )
}
