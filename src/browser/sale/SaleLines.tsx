import { EyeOff } from 'lucide-react'

import { compareCost, differenceOf, promisedMoney, type Commission } from '#domain/money/commission.ts'
import type { InternationalChoice } from '#domain/catalog/international.ts'
import { decimalsOf, type Money, type Money as MoneyValue } from '#domain/money/money.ts'
import type { PaymentMethod, PaymentPart } from '#domain/money/payment-method.ts'
import { changeOf, partsOfPayment } from '#domain/money/payment.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { countryName } from '../i18n/country-name.ts'
import { formatAccount, useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { SummaryLine } from '../ui/TicketSummary.tsx'
import { formatSaleAccount } from './sale-naming.ts'

type CostProps = { sale: Sale }

const isKnown = ({ cost, commission }: Sale) => cost !== undefined || commission !== undefined

/** Present only when a supervisor reads the sale (rule 10). */
export function CostLines({ sale }: CostProps) {
  const t = useText()
  const formats = useFormats()
  const { cost, firstCost, commission, pays } = sale
  if (!isKnown(sale)) return null
  const left = cost && differenceOf(pays, cost)
  return (
    <>
      <dl>
        <SummaryLine label={t('cost.cost')}>{cost ? formats.money(cost) : t('cost.notTold')}</SummaryLine>
        {firstCost && <SummaryLine label={t('cost.first')}>{formats.money(firstCost)}</SummaryLine>}
        {left && (
          <SummaryLine label={t('cost.left')}>
            <bdi>
              {left.isBelowZero && '\u2212'}
              {formats.money(left.money)}
            </bdi>
          </SummaryLine>
        )}
        {commission && (
          <SummaryLine label={t('cost.promised')}>
            <Promised sale={sale} commission={commission} />
          </SummaryLine>
        )}
      </dl>
      {commission && cost && <Fit sale={sale} commission={commission} cost={cost} />}
    </>
  )
}

/** Closed until a supervisor opens it, because a customer may see the screen. */
export function CostFold({ sale }: CostProps) {
  const t = useText()
  if (!isKnown(sale)) return null
  return (
    <details className="text-2">
      <summary className="inline-flex min-h-hit cursor-pointer items-center gap-2 [&::-webkit-details-marker]:hidden">
        <EyeOff size={16} aria-hidden /> {t('cost.forSupervisors')}
      </summary>
      <CostLines sale={sale} />
    </details>
  )
}

/** What the commission is computed from. The spec does not say this for international top-ups. */
const faceOf = ({ kind, amount }: Sale): Money | undefined => (kind === 'international' ? undefined : amount)

function Promised({ sale, commission }: CostProps & { commission: Commission }) {
  const t = useText()
  const formats = useFormats()
  const { kind, value } = commission
  const currency = (sale.cost ?? sale.pays).currency
  if (kind === 'fixed')
    return formats.money(promisedMoney(commission, { amount: value, currency }, decimalsOf(currency)))
  const face = faceOf(sale)
  if (!face) return t('cost.percent', { value })
  const amount = formats.money(promisedMoney(commission, face, decimalsOf(face.currency)))
  return t('cost.percentIs', { value, amount })
}

function Fit({ sale, commission, cost }: CostProps & { commission: Commission; cost: Money }) {
  const t = useText()
  const face = faceOf(sale)
  const fit = face && compareCost(commission, face, cost, decimalsOf(cost.currency))
  return fit ? <p className="text-1 text-paper-ink">{t(`cost.fit.${fit}`)}</p> : null
}

type Recipient = {
  kind: Sale['kind']
  account?: string | undefined
  customer?: string | undefined
  international?: InternationalChoice | undefined
}

type RecipientLinesProps = { of: Recipient }

/** Recipient and operator, both optional for a voucher. */
export function RecipientLines({ of }: RecipientLinesProps) {
  const t = useText()
  const { kind, account, customer, international } = of
  return (
    <>
      {international && <InternationalLines choice={international} />}
      {account !== undefined && (
        <SummaryLine label={t(kind === 'voucher' ? 'sale.account' : 'sale.number')}>
          <bdi dir="ltr">{formatSaleAccount(of)}</bdi>
        </SummaryLine>
      )}
      {customer !== undefined && (
        <SummaryLine label={t('sale.customer')}>
          <bdi dir="ltr">{formatAccount(customer)}</bdi>
        </SummaryLine>
      )}
    </>
  )
}

function InternationalLines({ choice: { country, provider } }: { choice: InternationalChoice }) {
  const t = useText()
  return (
    <>
      <SummaryLine label={t('sale.international.country')}>
        <bdi>{countryName(country)}</bdi>
      </SummaryLine>
      <SummaryLine label={t('sale.international.operator')}>
        <bdi>{provider.name}</bdi>
      </SummaryLine>
    </>
  )
}

type PaymentLinesProps = {
  of: {
    paymentMethod?: PaymentMethod | undefined
    split?: PaymentPart | undefined
    cashTendered?: MoneyValue | undefined
    pays: MoneyValue
  }
  /** Set for a batch, of which some lines may not be charged. */
  parts?: readonly PaymentPart[]
  /** Set for a batch, whose cash may have been for only some of its lines. */
  change?: MoneyValue | null
}

/** As far as recorded. */
export function PaymentLines({
  of: { paymentMethod, split, cashTendered, pays },
  parts,
  change = changeOf(cashTendered, split?.amount ?? pays),
}: PaymentLinesProps) {
  const t = useText()
  const formats = useFormats()
  if (!paymentMethod) return null
  return (
    <>
      {split ? (
        (parts ?? partsOfPayment({ paymentMethod, split }, pays)).map((part) => (
          <SummaryLine key={part.paymentMethod} label={t(`payment.${part.paymentMethod}`)}>
            {formats.money(part.amount)}
          </SummaryLine>
        ))
      ) : (
        <SummaryLine label={t('payment.paymentMethod')}>{t(`payment.${paymentMethod}`)}</SummaryLine>
      )}
      {cashTendered && <SummaryLine label={t('payment.given')}>{formats.money(cashTendered)}</SummaryLine>}
      {change && <SummaryLine label={t('payment.change')}>{formats.money(change)}</SummaryLine>}
    </>
  )
}
