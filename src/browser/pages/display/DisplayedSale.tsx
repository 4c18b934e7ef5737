import { Banknote, Check, Clock3, MessageCircleQuestion, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'

import type { DisplayView } from '#api/displays.ts'
import type { CustomerAnswer } from '#domain/customer-display.ts'
import type { Money as MoneyValue } from '#domain/money/money.ts'
import { useAnswerTicket } from '../../api/displays.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

/** How long (ms) presses are ignored after the number changes. */
const ARM_MS = 600
/** Large enough for a phone camera across the counter. */
export const QR_PX = 200

type Sale = Exclude<DisplayView, { show: 'idle' }>
type Of<Show extends DisplayView['show']> = Extract<DisplayView, { show: Show }>

export function DisplayedSale({ view }: { view: Sale }) {
  switch (view.show) {
    case 'number':
      return <NumberToCheck key={`${view.version} ${view.number}`} view={view} />
    case 'pay':
      return <ToPay view={view} />
    case 'on-its-way':
      return <OnItsWay view={view} />
    case 'sold':
      return <Thanks view={view} />
    case 'ask':
      return <AskAtCounter />
  }
}

const ANSWERED: Record<CustomerAnswer, MessageId> = {
  'number-correct': 'display.number.thanks',
  'number-changed': 'display.number.tell',
}

/** The number as it is typed. Once it is complete, the customer says whether it is theirs. */
function NumberToCheck({ view: { number, product, pays, version, answer } }: { view: Of<'number'> }) {
  const t = useText()
  const formats = useFormats()
  const name = useProductName()
  const tell = useAnswerTicket()
  const say = (said: CustomerAnswer) => version !== undefined && tell.mutate({ version, number, answer: said })
  const what = product && [name(product), pays && formats.money(pays)].filter(Boolean).join(t('shell.comma'))
  const isAsked = version !== undefined && answer === undefined
  const answered = answer && t(ANSWERED[answer])
  useAnnouncement(isAsked ? `${t('display.number.check')} ${number}` : answered)
  return (
    <>
      <div className="display__main">
        <h1 className="display__question">{t(isAsked ? 'display.number.check' : 'display.number.title')}</h1>
        <GroupedNumber>{number}</GroupedNumber>
        {product && (
          <DisplayedProduct product={product} heading={what}>
            {t('display.number.warning')}
          </DisplayedProduct>
        )}
        {answered && (
          <p className="display__lead flex items-center gap-3 font-semibold">
            {answer === 'number-correct' && <Check className="text-ok" size={36} aria-hidden />} {answered}
          </p>
        )}
      </div>
      {version !== undefined && answer !== 'number-correct' && (
        <div className="display__keys">
          {answer === undefined ? (
            <Button
              size="xl"
              icon={PencilLine}
              armDelayMs={ARM_MS}
              pending={tell.isPending}
              onClick={() => say('number-changed')}
            >
              {t('display.number.change')}
            </Button>
          ) : (
            <span />
          )}
          <Button
            size="xl"
            variant="primary"
            icon={Check}
            armDelayMs={ARM_MS}
            pending={tell.isPending}
            onClick={() => say('number-correct')}
          >
            {t(answer === undefined ? 'display.number.correct' : 'display.number.afterAll')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Country code and digit groups, left to right in every language. */
function GroupedNumber({ children: number }: { children: string }) {
  const groups = number.split(' ').filter((group) => group !== '')
  return (
    <div dir="ltr" role="img" aria-label={number.replaceAll('_', '').trim()}>
      <div className="display__number" aria-hidden>
        {groups.map((group, place) => (
          // A group is identified by its place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place} data-code={place === 0 && group.startsWith('+') ? '' : undefined}>
            {group}
          </span>
        ))}
      </div>
    </div>
  )
}

function ToPay({ view: { product, quantity, pays, cashTendered, change, number } }: { view: Of<'pay'> }) {
  const t = useText()
  useAnnouncement(`${t('display.pay')} ${useFormats().money(pays)}`)
  const name = useProductName()
  return (
    <>
      <div className="display__main">
        <h1 className="display__question">{t('display.pay')}</h1>
        <div className="display__huge">
          <Money money={pays} />
        </div>
        <DisplayedProduct product={product} heading={name(product, quantity)}>
          {number !== undefined && <bdi dir="ltr">{number}</bdi>}
        </DisplayedProduct>
      </div>
      {cashTendered && (
        <div className="grid gap-4 border-t-1 border-dashed border-paper-line-strong pt-5 sm:grid-cols-2">
          <Cash label={t('display.given')} icon={<Banknote size={32} aria-hidden />} money={cashTendered} />
          {change && <Cash isBoxed label={t('display.change')} money={change} />}
        </div>
      )}
    </>
  )
}

/** The sale was sent, but there is no check mark and no thanks before it is sold. */
function OnItsWay({ view: { product, quantity, pays, change, number, statusLink } }: { view: Of<'on-its-way'> }) {
  const t = useText()
  useAnnouncement(t('display.onItsWay'))
  const formats = useFormats()
  const name = useProductName()
  return (
    <div className="display__main">
      <div className="flex flex-wrap items-center gap-5">
        <Clock3 className="shrink-0 text-wait" size={72} aria-hidden />
        <h1 className="display__thanks">{t('display.onItsWay')}</h1>
      </div>
      <p className="display__lead">{t('display.onItsWay.lead')}</p>
      <DisplayedProduct product={product} heading={name(product, quantity) + t('shell.comma') + formats.money(pays)}>
        {number !== undefined && <bdi dir="ltr">{number}</bdi>}
      </DisplayedProduct>
      {change && <Cash isBoxed label={t('display.change')} money={change} />}
      {statusLink !== undefined && (
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={statusLink} name={t('sale.waitingSlip.follow')} minPx={QR_PX} />
          <div className="display__lead text-paper-ink">
            {t('sale.waitingSlip.follow')} <bdi className="block">{new URL(statusLink).host}</bdi>
          </div>
        </div>
      )}
    </div>
  )
}

function Thanks({ view: { product, quantity, change, number, gets, saleNumber } }: { view: Of<'sold'> }) {
  const t = useText()
  useAnnouncement(t('display.thanks'))
  const formats = useFormats()
  const name = useProductName()
  const what = name(product, quantity)
  return (
    <div className="display__main">
      <div className="flex flex-wrap items-center gap-5">
        <span className="grid size-[96px] shrink-0 place-items-center rounded-full bg-ok-solid text-solid-on">
          <Check size={56} strokeWidth={2.4} aria-hidden />
        </span>
        <h1 className="display__thanks">{t('display.thanks')}</h1>
      </div>
      {gets && number !== undefined && (
        <p className="text-5 font-medium sm:text-6">
          {t('display.isOn', {
            amount: formats.money(gets),
            number: `\u2066${number.replaceAll(' ', '\u00a0')}\u2069`,
          })}
        </p>
      )}
      <p className="display__lead text-paper-ink">
        {what}
        {saleNumber !== undefined &&
          t('shell.comma') + t('display.saleNumber', { number: formatSaleNumber({ number: saleNumber }) })}
      </p>
      {change && <Cash isBoxed label={t('display.change')} money={change} />}
    </div>
  )
}

function AskAtCounter() {
  const t = useText()
  useAnnouncement(t('display.ask'))
  return (
    <div className="display__main">
      <MessageCircleQuestion className="text-paper-ink" size={72} aria-hidden />
      <h1 className="display__thanks">{t('display.ask')}</h1>
      <p className="display__lead">{t('display.ask.lead')}</p>
    </div>
  )
}

type DisplayedProductProps = { product: Of<'pay'>['product']; heading: ReactNode; children?: ReactNode }

const DisplayedProduct = ({ product: { name, picture }, heading, children }: DisplayedProductProps) => (
  <div className="flex items-center gap-4">
    <Picture name={name} src={picture} size="lg" />
    <div className="min-w-0">
      <div className="text-5 font-semibold wrap-anywhere sm:text-6">{heading}</div>
      <div className="display__lead text-paper-ink empty:hidden">{children}</div>
    </div>
  </div>
)

type CashProps = { label: string; icon?: ReactNode; money: MoneyValue; isBoxed?: boolean }

const Cash = ({ label, icon, money, isBoxed = false }: CashProps) => (
  <div className={isBoxed ? 'w-fit rounded-3 bg-paper-2 px-5 py-3' : 'py-3'}>
    <div className="display__lead flex items-center gap-3 text-paper-ink">
      {icon} {label}
    </div>
    <div className="display__cash">
      <Money money={money} />
    </div>
  </div>
)

/** `Islanet, Philippines`, with the quantity for a batch. Each name keeps its own text direction. */
function useProductName() {
  const t = useText()
  const locale = useLocale()
  return ({ name, country }: Of<'pay'>['product'], quantity?: number): string => {
    const names = country ? [name, countryName(country, locale)] : [name]
    const product = names.map((each) => `\u2068${each}\u2069`).join(t('shell.comma'))
    return quantity === undefined ? product : t('sale.quantity', { count: quantity, product })
  }
}
