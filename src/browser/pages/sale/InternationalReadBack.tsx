import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Megaphone } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import type { InternationalChoice } from '#domain/catalog/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { findInternationalWarning } from '../../sale/international/international.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { AmountBox, ReadBackAmounts, ReadBackCard, ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import type { InternationalStep } from './use-sale-options.ts'

type InternationalReadBackProps = {
  sale: Sale
  choice: InternationalChoice
  tileId: string | undefined
  /** The cashier accepted the detected operator as the chosen one. */
  isOperatorAccepted: boolean
  paysHint: string | undefined
  /** The button back to the number. */
  edit: ReactNode
  onGo: (step: InternationalStep) => void
}

export function InternationalReadBack(props: InternationalReadBackProps) {
  const { sale, choice, tileId, isOperatorAccepted, paysHint, edit, onGo } = props
  const t = useText()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const warning = shop && findInternationalWarning(shop, tileId, choice.country.id)
  const { denomination } = choice
  return (
    <ReadBackCard heading={t('sale.international.readThis')} end={<ReviewSteps onGo={onGo} />}>
      <ReadBackProduct
        sale={sale}
        name={choice.provider.name}
        end={
          // Shown only if the check found no other operator.
          !isOperatorAccepted && (
            <Badge tone="open" icon={Check}>
              {t('sale.international.numberChecked')}
            </Badge>
          )
        }
      >
        <bdi>{countryName(choice.country)}</bdi>
      </ReadBackProduct>
      <ReadBackNumber sale={sale} end={edit} />
      <ReadBackAmounts>
        <AmountBox
          label={t('money.recipientGets')}
          money={sale.amount}
          hint={<bdi>{[denomination.name, denomination.description].filter(Boolean).join(', ')}</bdi>}
        />
        <AmountBox isPaid label={t('money.customerPays')} money={sale.pays} hint={paysHint} />
      </ReadBackAmounts>
      {isOperatorAccepted && <AcceptedOperator sale={sale} />}
      <CustomerWarning>{warning}</CustomerWarning>
      <Notice icon={<Megaphone size={24} aria-hidden />} heading={t('sale.international.ask')}>
        {t('sale.international.askHint')}
      </Notice>
    </ReadBackCard>
  )
}

export const ChosenCountry = ({ choice: { country } }: { choice: Pick<InternationalChoice, 'country'> }) => (
  <span className="flex items-center gap-3 text-4">
    <Flag code={country.id} src={country.flag} /> <bdi>{countryName(country)}</bdi>
  </span>
)

/** Takes the focus, so pressing Enter out of habit sends nothing. */
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
function ReviewSteps({ onGo }: { onGo: (step: InternationalStep) => void }) {
  const t = useText()
  return (
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
  )
}
