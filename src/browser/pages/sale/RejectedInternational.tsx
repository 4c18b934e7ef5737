import { CircleDollarSign, ShieldCheck, X } from 'lucide-react'

import type { Failure, FailureCode } from '#contract/proxy/failure.ts'
import type { Money } from '#domain/money.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { OfferContent } from './content.ts'
import { AmountBox } from './ReadBack.tsx'
import { ARM_MS, InstructionBar, ReasonCard, SalePageLayout, ScriptCard } from './SaleParts.tsx'
import { ContentSummary } from './SaleSummary.tsx'
import { useGoToStep, useNewSale, type InternationalStep } from './use-sale-options.ts'

/** The step at which what was turned down is chosen again; anything else may be asked again as it is. */
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
    <SalePageLayout
      panel={<ContentSummary content={content} totalLabel={t('money.customerPays')} />}
      foot={
        <>
          <Button
            variant="primary"
            size="xl"
            keyCap="Enter"
            autoFocus
            armDelayMs={ARM_MS}
            onClick={step ? () => goTo(step) : onAgain}
          >
            {t(step ? LABELS[step] : 'sale.international.tryAgain')}
          </Button>
          <Button size="lg" onClick={newSale}>
            {t('sale.nextCustomer')}
          </Button>
        </>
      }
    >
      <Banner tone="bad" icon={X} heading={t('state.refused.heading')} />
      <ReasonCard label={t('sale.why')}>{t(`failure.${code}`)}</ReasonCard>
      <InstructionBar tone="ok" icon={ShieldCheck} heading={t('sale.nothingCharged')}>
        {t('sale.international.notOpened')}
      </InstructionBar>
    </SalePageLayout>
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
    <SalePageLayout
      panel={
        <ContentSummary
          content={{ ...content, offer: content.offer && { ...content.offer, pays } }}
          totalLabel={t('money.customerPays')}
        />
      }
      foot={
        <>
          <Button
            variant="primary"
            size="xl"
            amount={now}
            keyCap="Enter"
            autoFocus
            armDelayMs={ARM_MS}
            onClick={onReview}
          >
            {t('ticket.review')}
          </Button>
          <Button size="lg" onClick={onBack}>
            {t('sale.changeAmount')}
          </Button>
        </>
      }
    >
      <Banner tone="wait" icon={CircleDollarSign} heading={t('failure.price-changed')}>
        <p>{t('sale.international.priceHint')}</p>
      </Banner>
      <section className="paper grid flex-1 content-center gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 sm:grid-cols-2 md:p-5">
        {before && <AmountBox isOld label={t('sale.international.priceBefore')} money={before} />}
        <AmountBox isPaid label={t('sale.international.priceNow')} money={pays} />
      </section>
      <ScriptCard>{t('sale.international.sayPrice', { amount: now })}</ScriptCard>
    </SalePageLayout>
  )
}
