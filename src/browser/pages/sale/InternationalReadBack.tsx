import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Check, CircleAlert, Megaphone } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import type { InternationalChoice } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { findInternationalWarning } from '../../sale/international.ts'
import { formatSaleAccount } from '../../sale/sale-naming.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { AmountBox, LargeNumber, ReadBackCard } from './ReadBack.tsx'
import type { InternationalStep } from './use-sale-options.ts'

type InternationalReadBackProps = {
  sale: Sale
  choice: InternationalChoice
  tileId: string | undefined
  /** The cashier accepted the detected operator as the chosen one. */
  isOperatorAccepted: boolean
  paysHint: string
  /** The button back to the amounts. */
  edit: ReactNode
}

/** What is read to the customer before an international top-up, most importantly the number. */
export function InternationalReadBack(props: InternationalReadBackProps) {
  const { sale, choice, tileId, isOperatorAccepted, paysHint, edit } = props
  const t = useText()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const warning = shop && findInternationalWarning(shop, tileId, choice.country.id)
  const { denomination } = choice
  return (
    <ReadBackCard heading={t('sale.international.readThis')}>
      <div>
        <div className="flex items-center gap-3">
          <LargeNumber>{formatSaleAccount(sale)}</LargeNumber>
          {edit}
        </div>
        <ChosenOffer choice={choice} isChecked={!isOperatorAccepted} />
        {!isOperatorAccepted && (
          <p className="mt-1 text-1 text-paper-ink max-sm:hidden">{t('sale.international.agrees')}</p>
        )}
      </div>
      {isOperatorAccepted && <AcceptedOperator sale={sale} />}
      <div className="grid grid-cols-2 items-stretch gap-2 sm:gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <AmountBox isPaid label={t('money.customerPays')} money={sale.pays} hint={paysHint} />
        <ArrowRight size={28} className="self-center max-sm:hidden rtl:-scale-x-100" aria-hidden />
        <AmountBox
          label={t('money.recipientGets')}
          money={sale.amount}
          hint={<bdi>{[denomination.name, denomination.description].filter(Boolean).join(', ')}</bdi>}
        />
      </div>
      <CustomerWarning>{warning}</CustomerWarning>
      <Notice icon={<Megaphone size={24} aria-hidden />} heading={t('sale.international.ask')}>
        {t('sale.international.askHint')}
      </Notice>
    </ReadBackCard>
  )
}

type ChosenOfferProps = { choice: InternationalChoice; isChecked: boolean }

/** Country and operator with their pictures. The badge is shown only if the check found no other operator. */
function ChosenOffer({ choice: { country, provider }, isChecked }: ChosenOfferProps) {
  const t = useText()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-4 low:mt-2">
      <ChosenCountry choice={{ country }} />
      <span className="text-paper-ink" aria-hidden="true">
        /
      </span>
      <span className="flex items-center gap-3">
        <Picture name={provider.name} src={provider.logo} size="xs" /> <bdi>{provider.name}</bdi>
      </span>
      {isChecked && (
        <Badge tone="ok" icon={Check}>
          {t('sale.international.numberChecked')}
        </Badge>
      )}
    </div>
  )
}

export const ChosenCountry = ({ choice: { country } }: { choice: Pick<InternationalChoice, 'country'> }) => (
  <span className="flex items-center gap-3 text-4">
    <Flag code={country.id} src={country.flag} /> <bdi>{countryName(country)}</bdi>
  </span>
)

/** Takes the focus, so that pressing Enter out of habit sends nothing. */
function AcceptedOperator({ sale: { mismatch } }: { sale: Sale }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  const nameOf = (named: { name?: string; id?: string } = {}) => named.name ?? named.id ?? ''
  const said = t('sale.international.saidSame', {
    detected: nameOf(mismatch?.detected),
    chosen: nameOf(mismatch?.chosen),
  })
  return (
    <div ref={note} tabIndex={-1} role="group" aria-label={said} className="rounded-2">
      <Notice tone="info" icon={<CircleAlert size={24} aria-hidden />} heading={said}>
        {t('sale.international.sendThrough')}
      </Notice>
    </div>
  )
}

/** The review is the last of four steps; the others are links back. */
export function InternationalReviewHead({ onGo }: { onGo: (step: InternationalStep) => void }) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="-ms-3 flex">
        <IconButton
          variant="quiet"
          icon={ArrowLeft}
          label={t('sale.international.backToAmounts')}
          onClick={() => onGo('amount')}
        />
      </span>
      <p className="text-4 font-semibold whitespace-nowrap max-lg:hidden">{t('international.title')}</p>
      <div className="ms-auto">
        <Steps
          label={t('international.steps')}
          current={3}
          steps={[
            { name: t('international.step.country'), onGo: () => onGo('country') },
            { name: t('international.step.operator'), onGo: () => onGo('number') },
            { name: t('international.step.amount'), onGo: () => onGo('amount') },
            { name: t('international.step.review') },
          ]}
        />
      </div>
    </div>
  )
}
