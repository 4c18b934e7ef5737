import { Clock, RefreshCw, Hand, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useShowNothing } from '../../sale/customer-display.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, Spinner } from '../../ui/Button.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import { ARM_MS, EnterButton, SalePageLayout, ARM_LATE_MS, InstructionBar } from './SaleParts.tsx'
import { ContentSummary } from './SaleSummary.tsx'
import { type Content, useEditSale, useNewSale } from './use-sale-options.ts'

type CheckingSaleProps = {
  content: Content
  tileId: string | undefined
  /** The server did not answer: the cashier may ask again. */
  onAskAgain?: () => void
}

const HINTS = {
  direct: 'sale.checkingHint',
  voucher: 'sale.checkingVoucherHint',
  international: 'sale.international.checkingHint',
} as const

/** Nothing can be charged yet. */
export function CheckingSale({ content, tileId, onAskAgain }: CheckingSaleProps) {
  const t = useText()
  const change = useEditSale(content, tileId)
  return (
    <Checking
      panel={<ContentSummary content={content} />}
      remark={t(HINTS[content.kind])}
      onAskAgain={onAskAgain}
      leaveText={t(content.kind === 'international' ? 'sale.international.backToAmounts' : 'sale.backToTicket')}
      onLeave={() => change()}
    />
  )
}

type CheckingProps = {
  panel: ReactNode
  remark?: string
  /** Present once the request was lost. */
  onAskAgain: (() => void) | undefined
  leaveText: string
  onLeave: () => void
}

export function Checking({ panel, remark, onAskAgain, leaveText, onLeave }: CheckingProps) {
  const t = useText()
  return (
    <SalePageLayout
      panel={panel}
      remark={remark}
      foot={
        onAskAgain && (
          <>
            <EnterButton onClick={onAskAgain}>{t('storefront.tryAgain')}</EnterButton>
            <Button size="lg" onClick={onLeave}>
              {leaveText}
            </Button>
          </>
        )
      }
    >
      <Banner
        tone="wait"
        icon={Clock}
        heading={t('state.opened.heading')}
        isBusy={!onAskAgain}
        end={!onAskAgain && <Spinner />}
      >
        <p>{t(onAskAgain ? 'sale.checkLostHint' : 'state.opened.next')}</p>
      </Banner>
    </SalePageLayout>
  )
}

/** The till was updated while this page was open. After a reload the same sale is requested again. */
export function OutdatedPage({ panel }: { panel: ReactNode }) {
  const t = useText()
  return (
    <SalePageLayout
      panel={panel}
      foot={
        <EnterButton icon={RefreshCw} onClick={() => location.reload()}>
          {t('sale.reload')}
        </EnterButton>
      }
    >
      <section className={CARD} role="alert">
        <h1 className="text-4">{t('failure.page-outdated')}</h1>
        <p className="mt-2 text-ink-2">{t('sale.reloadHint')}</p>
      </section>
    </SalePageLayout>
  )
}

const CARD = 'rounded-3 border-1 border-line bg-surface p-4 md:p-5'

type NoSaleProps = {
  why: 'loading' | 'missing' | 'lost' | 'not-mine' | 'not-visible' | 'server-unreachable'
  onReadAgain: () => void
}

export function NoSale({ why, onReadAgain }: NoSaleProps) {
  const t = useText()
  const navigate = useNavigate()
  useShowNothing({ isOn: why !== 'loading' })
  const ticket = (
    <TicketSummary>
      <SummaryHead title={t('ticket.region')} />
    </TicketSummary>
  )
  if (why === 'loading') {
    return (
      <SalePageLayout panel={ticket}>
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Spinner /> {t('sale.opening')}
        </p>
      </SalePageLayout>
    )
  }
  const hint = why === 'not-mine' ? undefined : (`sale.${why}Hint` as const)
  return (
    <SalePageLayout panel={ticket}>
      <section className={CARD} role="alert">
        <h1 className="text-4">{t(`sale.${why}`)}</h1>
        {hint && <p className="mt-2 text-ink-2">{t(hint)}</p>}
        <div className="mt-4">
          {why === 'server-unreachable' ? (
            <Button size="lg" icon={RefreshCw} onClick={onReadAgain}>
              {t('sale.tryConnection')}
            </Button>
          ) : (
            <Button size="lg" onClick={() => void navigate(paths.sell())}>
              {t('sale.backToSelling')}
            </Button>
          )}
        </div>
      </section>
    </SalePageLayout>
  )
}

type ScamQuestionsProps = { panel: (onStop: () => void) => ReactNode; onAsked: () => void; onGiveUp: () => void }

const QUESTIONS = ['sale.scam.called', 'sale.scam.codes', 'sale.scam.known'] as const

/** Before a large sale of gift cards, which scammers have their victims buy. No button has the focus, so pressing Enter out of habit does not answer it. */
export function ScamQuestions({ panel, onAsked, onGiveUp }: ScamQuestionsProps) {
  const t = useText()
  const newSale = useNewSale()
  const stop = () => {
    onGiveUp()
    newSale()
  }
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: stop }])
  return (
    <SalePageLayout
      panel={panel(stop)}
      remark={t('sale.scam.noted')}
      foot={
        <>
          <Button size="xl" variant="primary" icon={Hand} armDelayMs={ARM_MS} onClick={stop}>
            {t('sale.scam.stop')}
          </Button>
          <Button size="lg" armDelayMs={ARM_LATE_MS} onClick={onAsked}>
            {t('sale.scam.goOn')}
          </Button>
        </>
      }
    >
      <Banner tone="wait" icon={ShieldQuestion} heading={t('sale.scam.heading')}>
        <p>{t('sale.scam.why')}</p>
      </Banner>
      <section
        className="paper flex flex-1 flex-col justify-evenly gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 md:p-6"
        aria-label={t('sale.scam.ask')}
      >
        <h2 className="text-3 text-paper-ink">{t('sale.scam.ask')}</h2>
        <ol className="flex flex-1 flex-col justify-evenly gap-4">
          {QUESTIONS.map((question, index) => (
            <li key={question} className="flex items-baseline gap-4 text-4 font-medium text-balance sm:text-5">
              <bdi className="text-paper-ink">{index + 1}</bdi> {t(question)}
            </li>
          ))}
        </ol>
      </section>
      <InstructionBar tone="wait" icon={Hand} heading={t('sale.scam.when')}>
        {t('sale.scam.whenHint')}
      </InstructionBar>
    </SalePageLayout>
  )
}
