import { Clock, RefreshCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, Spinner } from '../../ui/Button.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import type { Content } from './content.ts'
import { ARM_MS, SalePageLayout } from './SaleParts.tsx'
import { ContentSummary } from './SaleSummary.tsx'
import { useEditSale } from './use-sale-options.ts'

type CheckingSaleProps = {
  content: Content
  tileId: string | undefined
  /** The till itself did not answer: a person may ask once more. */
  onAskAgain?: () => void
}

const HINTS = {
  direct: 'sale.checkingHint',
  voucher: 'sale.checkingVoucherHint',
  international: 'sale.international.checkingHint',
} as const

/** The check is on its way. Nothing can be charged yet. */
export function CheckingSale({ content, tileId, onAskAgain }: CheckingSaleProps) {
  const t = useText()
  const change = useEditSale(content, tileId)
  return (
    <SalePageLayout
      panel={<ContentSummary content={content} totalLabel={t('money.customerPays')} />}
      remark={t(HINTS[content.kind])}
      foot={
        onAskAgain && (
          <>
            <Button variant="primary" size="xl" autoFocus armDelayMs={ARM_MS} onClick={onAskAgain}>
              {t('storefront.tryAgain')}
            </Button>
            <Button size="lg" onClick={() => change()}>
              {t(content.kind === 'international' ? 'sale.international.backToAmounts' : 'sale.backToTicket')}
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

/** The till was renewed while this page stood open. After a reload the same sale is asked for again. */
export function OutdatedPage({ content }: { content: Content }) {
  const t = useText()
  return (
    <SalePageLayout
      panel={<ContentSummary content={content} totalLabel={t('money.customerPays')} />}
      foot={
        <Button
          variant="primary"
          size="xl"
          keyCap="Enter"
          icon={RefreshCw}
          autoFocus
          armDelayMs={ARM_MS}
          onClick={() => location.reload()}
        >
          {t('sale.reload')}
        </Button>
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

type NoSaleProps = { why: 'looking' | 'missing' | 'lost' | 'not-mine' | 'gone' | 'away'; onReadAgain: () => void }

/** There is nothing to show of this sale, or not yet. */
export function NoSale({ why, onReadAgain }: NoSaleProps) {
  const t = useText()
  const navigate = useNavigate()
  const ticket = (
    <TicketSummary>
      <SummaryHead title={t('ticket.region')} />
    </TicketSummary>
  )
  if (why === 'looking') {
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
          {why === 'away' ? (
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
