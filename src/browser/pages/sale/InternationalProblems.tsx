import { useQuery } from '@tanstack/react-query'
import { CircleHelp, CircleDollarSign, ShieldCheck, X } from 'lucide-react'
import { useId } from 'react'

import type { Failure, FailureCode } from '#api/failure.ts'
import type { InternationalChoice, Mismatch } from '#domain/catalog/international.ts'
import type { Money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { tillQueries } from '../../api/international.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../../sale/sale-naming.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import {
  offerOfSale,
  type OfferContent,
  findListed,
  useGoToStep,
  useInternationalOptions,
  useNewSale,
  type InternationalStep,
} from './use-sale-options.ts'
import { ChosenCountry } from './InternationalReadBack.tsx'
import { LargeNumber, AmountBox } from './ReadBack.tsx'
import { ARM_MS, EnterButton, SalePageLayout, ScriptCard, InstructionBar, ReasonCard } from './SaleParts.tsx'
import { ReviewSummary, ContentSummary } from './SaleSummary.tsx'

type OperatorDiffersProps = {
  sale: Sale
  /** Accepts the detected operator as the chosen one. */
  onKeep: () => void
  onGiveUp: () => void
}

/** Nothing is sent until the cashier decides (rule 10). No button has the focus, so pressing Enter out of habit decides nothing. */
export function OperatorDiffers(props: OperatorDiffersProps) {
  const { international, mismatch } = props.sale
  return international && mismatch ? <Decision {...props} choice={international} mismatch={mismatch} /> : null
}

function Decision(props: OperatorDiffersProps & { choice: InternationalChoice; mismatch: Mismatch }) {
  const { sale, choice, mismatch, onKeep, onGiveUp } = props
  const t = useText()
  const content = offerOfSale(sale, choice)
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const { goToOperator } = useInternationalOptions(content)
  const { data: offer, isPending } = useQuery(tillQueries.country(choice.country.id))
  const listed = findListed(mismatch.detected, offer?.providers)
  const leave = (go: () => void) => {
    onGiveUp()
    go()
  }
  const cancel = () => leave(newSale)
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: cancel }])
  const warningId = useId()
  const detected = mismatch.detected.name ?? mismatch.detected.id ?? ''
  const chosen = choice.provider.name

  return (
    <SalePageLayout
      panel={<ReviewSummary sale={sale} onCancel={cancel} />}
      remark={
        offer &&
        (listed
          ? t('sale.international.detectedListed', { detected })
          : t('sale.international.detectedNotListed', { detected, country: countryName(choice.country) }))
      }
      foot={
        <>
          <Button
            variant="primary"
            size="xl"
            armDelayMs={ARM_MS}
            isOff={isPending}
            onClick={() => leave(() => (listed ? goToOperator(listed.id) : goTo('operator')))}
          >
            {t('sale.international.useDetected', { detected })}
          </Button>
          <div className="flex items-center gap-3 rounded-2 ps-1">
            <p id={warningId} className="min-w-0 flex-1 text-1 text-ink-2">
              {t('sale.international.sendThrough')}
            </p>
            <Button size="lg" armDelayMs={ARM_MS} aria-describedby={warningId} onClick={onKeep}>
              {t('sale.international.sameOperator', { chosen })}
            </Button>
          </div>
        </>
      }
    >
      <Banner tone="unk" icon={CircleHelp} heading={t('sale.international.operatorDiffers')}>
        <p>{t('sale.international.operatorDiffersHint', { chosen })}</p>
      </Banner>
      <section
        className="paper flex flex-1 flex-col justify-evenly gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 md:px-6"
        aria-label={t('sale.readBack')}
      >
        <div className="flex flex-col gap-2">
          <LargeNumber>{formatSaleAccount(sale)}</LargeNumber>
          <ChosenCountry choice={choice} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Named
            label={t('sale.international.chosen')}
            name={chosen}
            logo={offer?.providers.find(({ id }) => id === choice.provider.id)?.logo}
          />
          <Named label={t('sale.international.detected')} name={detected} logo={listed?.logo} isDetected />
        </div>
      </section>
      <ScriptCard>{t('sale.international.sayOperator')}</ScriptCard>
    </SalePageLayout>
  )
}

type NamedProps = { label: string; name: string; logo: string | undefined; isDetected?: boolean }

function Named({ label, name, logo, isDetected = false }: NamedProps) {
  return (
    <div
      className={`rounded-3 p-4 lg:p-5 ${isDetected ? 'border-3 border-dotted border-unk-solid' : 'border-1 border-paper-line'}`}
    >
      <div className="text-3 text-paper-ink md:text-4">{label}</div>
      <div className="mt-2 flex items-center gap-3 text-5 font-semibold wrap-anywhere">
        <Picture name={name} src={logo} size="sm" /> <bdi>{name}</bdi>
      </div>
    </div>
  )
}

/** The step that fixes a refusal. After any other failure, the same request may be repeated. */
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

/** No sale was opened. */
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
      panel={<ContentSummary content={content} />}
      foot={
        <>
          <EnterButton onClick={step ? () => goTo(step) : onAgain}>
            {t(step ? LABELS[step] : 'sale.international.tryAgain')}
          </EnterButton>
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

/** The customer must hear the new price before the sale continues. */
function PriceChanged({ content, pays, onReview, onBack }: PriceChangedProps) {
  const t = useText()
  const now = useFormats().money(pays)
  const before = content.offer?.pays
  return (
    <SalePageLayout
      panel={<ContentSummary content={{ ...content, offer: content.offer && { ...content.offer, pays } }} />}
      foot={
        <>
          <EnterButton amount={now} onClick={onReview}>
            {t('ticket.review')}
          </EnterButton>
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
