import '../../styles/review.css'

import { CircleDollarSign, ShieldCheck, X } from 'lucide-react'

import type { Failure, FailureCode } from '#contract/proxy/failure.ts'
import type { Money } from '#domain/money.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import type { OfferContent } from './content.ts'
import { ContentSummary } from './ContentSummary.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { ScriptCard } from './ScriptCard.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import { useNewSale } from './use-sale-options.ts'
import { useGoToStep, type InternationalStep } from './use-international-options.ts'

/** The step at which what was turned down is chosen anew; anything else may be asked again as it is. */
const STEP_OF: Partial<Record<FailureCode, InternationalStep>> = {
  'country-not-found': 'country',
  'provider-not-found': 'operator',
  'denomination-not-found': 'amount',
  'number-invalid': 'number',
}
const LABELS = {
  country: 'sale.international.chooseCountry',
  operator: 'sale.international.chooseOperator',
  amount: 'sale.international.chooseAmount',
  number: 'sale.changeNumber',
} as const

type RejectedInternationalProps = {
  content: OfferContent
  failure: Failure
  onAgain: () => void
  onAtPrice: (pays: Money) => void
}

/** No sale was opened: why, and the step that mends it. */
export function RejectedInternational({ content, failure, onAgain, onAtPrice }: RejectedInternationalProps) {
  const t = useText()
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const { code, pays } = failure
  if (code === 'price-changed' && pays) {
    return <PriceChanged content={content} pays={pays} onReview={() => onAtPrice(pays)} onBack={() => goTo('amount')} />
  }
  const step = STEP_OF[code]
  return (
    <SaleLayout
      stage={
        <>
          <StateBanner tone="bad" icon={<X className="ic" size={32} />} heading={t('state.refused.heading')}>
            <p>{t('sale.nothingCharged')}</p>
          </StateBanner>
          <section className="card reason">
            <div className="label">{t('sale.why')}</div>
            <p>{t(`failure.${code}`)}</p>
          </section>
          <InstructionBar
            tone="ok"
            icon={<ShieldCheck className="ic text-ok" size={56} aria-hidden="true" />}
            heading={t('sale.nothingCharged')}
          >
            {t('sale.international.notOpened')}
          </InstructionBar>
        </>
      }
      tray={
        <>
          <ContentSummary content={content} totalLabel={t('money.customerPays')} />
          <TrayFoot>
            <FocusedAction onPress={step ? () => goTo(step) : onAgain}>
              {t(step ? LABELS[step] : 'sale.international.tryAgain')}
            </FocusedAction>
            <button type="button" className="btn btn--lg btn--block" onClick={newSale}>
              {t('sale.nextCustomer')}
            </button>
          </TrayFoot>
        </>
      }
    />
  )
}

type PriceChangedProps = { content: OfferContent; pays: Money; onReview: () => void; onBack: () => void }

/** The customer is told before the sale goes on at another price. */
function PriceChanged({ content, pays, onReview, onBack }: PriceChangedProps) {
  const t = useText()
  const formats = useFormats()
  const now = formats.money(pays)
  const before = content.offer?.pays
  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="wait"
            icon={<CircleDollarSign className="ic" size={32} />}
            heading={t('failure.price-changed')}
          >
            <p>{t('sale.international.priceHint')}</p>
          </StateBanner>
          <section className="card paper compared">
            {before && (
              <div className="readback__box">
                <div className="muted text-4">{t('sale.international.priceBefore')}</div>
                <div className="big font-medium muted">
                  <MoneyText money={before} />
                </div>
              </div>
            )}
            <div className="readback__box readback__box--pays">
              <div className="muted text-4">{t('sale.international.priceNow')}</div>
              <div className="big">
                <MoneyText money={pays} />
              </div>
            </div>
          </section>
          <ScriptCard>{t('sale.international.sayPrice', { amount: now })}</ScriptCard>
        </>
      }
      tray={
        <>
          <ContentSummary
            content={{ ...content, offer: content.offer && { ...content.offer, pays } }}
            totalLabel={t('money.customerPays')}
          />
          <TrayFoot>
            <FocusedAction amount={now} onPress={onReview}>
              {t('ticket.review')}
            </FocusedAction>
            <button type="button" className="btn btn--lg btn--block" onClick={onBack}>
              {t('sale.changeAmount')}
            </button>
          </TrayFoot>
        </>
      }
    />
  )
}
