import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, CircleAlert, Megaphone, MessageSquareQuote } from 'lucide-react'
import { useEffect, useRef, type CSSProperties } from 'react'

import type { InternationalChoice } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { findAbroadWarning } from '../../sale/international-warning.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { countryName } from '../../i18n/country-name.ts'
import { splitMoney } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { Flag } from '../../ui/Flag.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { StateChip } from '../../ui/StateChip.tsx'

type OfferReadBackProps = {
  sale: Sale
  choice: InternationalChoice
  tileId: string | undefined
  /** Another operator was detected, and the person here said that it is the same. */
  saidSame: boolean
}

/** What is read to the customer before a top-up goes abroad: above all the number, digit by digit. */
export function OfferReadBack({ sale, choice, tileId, saidSame }: OfferReadBackProps) {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const warning = shop && findAbroadWarning(shop, tileId, choice.country.id)
  return (
    <section className="readback" aria-label={t('sale.readBack')}>
      <h1 className="sr">
        <span role="status">{t('state.checked.heading')}</span>
      </h1>
      <div className="card paper readback__card readback__card--abroad">
        <div className="row muted gap-3 text-3">
          <MessageSquareQuote className="ic" size={24} aria-hidden="true" /> {t('sale.international.readThis')}
        </div>
        <div>
          <RecipientNumber sale={sale} />
          <ChosenOffer choice={choice} isChecked={!saidSame} />
          {!saidSame && <p className="small muted">{t('sale.international.agrees')}</p>}
        </div>
        {saidSame && <SaidSame sale={sale} />}
        <OfferMoney sale={sale} choice={choice} />
        {warning !== undefined && (
          <Notice icon={<Megaphone className="ic" size={24} />} heading={t('ticket.tellCustomer')}>
            <bdi className="whitespace-pre-line">{warning}</bdi>
          </Notice>
        )}
        <div className="text-3">
          <Notice
            icon={<Megaphone className="ic" size={24} aria-hidden="true" />}
            heading={t('sale.international.ask')}
          >
            {t('sale.international.askHint')}
          </Notice>
        </div>
      </div>
    </section>
  )
}

/** The number as large as it gets: the country code, then the groups of its country. */
export function RecipientNumber({ sale }: { sale: Sale }) {
  const [code = '', ...groups] = formatSaleAccount(sale).split(' ')
  return (
    <div className="seven recipient">
      <span className="num">
        {groups.length > 0 ? (
          <>
            <span className="muted">{code}</span> {groups.join(' ')}
          </>
        ) : (
          code
        )}
      </span>
    </div>
  )
}

type ChosenOfferProps = { choice: InternationalChoice; isChecked: boolean }

/** Country and operator with their pictures. The chip stands only where the check named no other operator. */
function ChosenOffer({ choice, isChecked }: ChosenOfferProps) {
  const t = useText()
  return (
    <div className="chosen">
      <span className="row gap-3">
        <Flag code={choice.country.id} src={choice.country.flag} /> <bdi>{countryName(choice.country)}</bdi>
      </span>
      <span className="muted" aria-hidden="true">
        /
      </span>
      <span className="row gap-3">
        <Picture name={choice.provider.name} src={choice.provider.logo} size={32} /> <bdi>{choice.provider.name}</bdi>
      </span>
      {isChecked && (
        <StateChip tone="ok" icon={<Check className="ic" size={16} />}>
          {t('sale.international.numberChecked')}
        </StateChip>
      )}
    </div>
  )
}

/** It has the focus: Enter, pressed as always, sends nothing. */
function SaidSame({ sale: { mismatch } }: { sale: Sale }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  const nameOf = (named: { name?: string; id?: string } = {}) => named.name ?? named.id ?? ''
  return (
    <div ref={note} tabIndex={-1} className="saidsame">
      <Notice
        kind="info"
        role="status"
        icon={<CircleAlert className="ic" size={24} aria-hidden="true" />}
        heading={t('sale.international.saidSame', {
          detected: nameOf(mismatch?.detected),
          chosen: nameOf(mismatch?.chosen),
        })}
      >
        {t('sale.international.sendThrough')}
      </Notice>
    </div>
  )
}

type OfferMoneyProps = { sale: Sale; choice: InternationalChoice }

function OfferMoney({ sale: { amount, pays }, choice: { denomination } }: OfferMoneyProps) {
  const t = useText()
  return (
    <div className="offermoney">
      <div className="readback__box readback__box--pays">
        <div className="muted text-4">{t('money.customerPays')}</div>
        <LargeMoney money={pays} />
        <div className="muted">{t('sale.paysHint')}</div>
      </div>
      <ArrowRight className="ic flip" size={28} aria-hidden="true" />
      <div className="readback__box">
        <div className="muted text-4">{t('money.recipientGets')}</div>
        <LargeMoney money={amount} />
        <div className="muted">
          <bdi>{[denomination.name, denomination.description].filter(Boolean).join(', ')}</bdi>
        </div>
      </div>
    </div>
  )
}

/** As large as its box allows. */
function LargeMoney({ money }: { money: Money }) {
  const locale = useLocale()
  const digits = { '--digits': splitMoney(money, locale).amount.length } as CSSProperties
  return (
    <div className="big" style={digits}>
      <MoneyText money={money} />
    </div>
  )
}
