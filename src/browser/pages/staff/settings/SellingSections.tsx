import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'

import type { Settings } from '#contract/proxy/settings.ts'
import { cleanAmountText, findFixedAmount } from '#domain/amount-rule.ts'
import { decimal, findDecimal, money } from '#domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { Service } from '#domain/service.ts'
import { useFormats } from '../../../i18n/formats.ts'
import type { MessageId } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Radios } from '../../../ui/Radios.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { AmountInput, amountOf, CountInput, findAmountProblem, isWithin, Section, useSection } from './section.tsx'

type Props = { settings: Settings; currency: string }

const MAX_AMOUNTS = 6
const listOf = (text: string) => text.split(/[\s,،;]+/).filter((part) => part !== '')

function readAmounts(text: string, currency: string): MessageId | undefined {
  const amounts = listOf(text)
  if (amounts.length > MAX_AMOUNTS) return 'settings.quick.tooMany'
  if (amounts.some((amount) => findDecimal(amount)?.units === 0n)) return 'settings.quick.zero'
  return amounts.map((amount) => findAmountProblem(amount, currency)).find((problem) => problem !== undefined)
}

/** The amounts a recharge offers at one tap. */
export function QuickAmountsSection({ settings, currency }: Props) {
  const t = useText()
  const form = useSection({
    settings,
    toDraft: ({ quickAmounts }) => ({ amounts: quickAmounts.join(', ') }),
    read: ({ amounts }) => ({
      wanted: { quickAmounts: listOf(amounts).map(amountOf) },
      problems: { amounts: readAmounts(amounts, currency) },
    }),
  })
  const { draft, problems, set } = form
  const clean = (typed: string) =>
    typed
      .split(/([,،;\s]+)/)
      .map((part) => (/^[,،;\s]*$/.test(part) ? part : cleanAmountText(part)))
      .join('')
  return (
    <Section heading={t('settings.quick')} lead={t('settings.quick.lead')} form={form}>
      <Field
        label={t('settings.quick.amounts')}
        hint={t('settings.quick.hint')}
        problem={problems.amounts && t(problems.amounts)}
        inputMode="text"
        dir="ltr"
        placeholder="10, 25, 50"
        value={draft.amounts}
        onChange={(event) => set({ amounts: clean(event.currentTarget.value) })}
      />
    </Section>
  )
}

const MAX_FAVORITES = 10
type Favorite = Settings['favorites'][number]

/** Products that every till offers at one tap, after those of the person. */
export function FavoritesSection({ settings, currency, services }: Props & { services: ReadonlyMap<string, Service> }) {
  const t = useText()
  const formats = useFormats()
  const addId = useId()
  const form = useSection({
    settings,
    toDraft: ({ favorites }) => ({ favorites: favorites as readonly Favorite[] }),
    read: ({ favorites }) => ({ wanted: { favorites: [...favorites] } }),
  })
  const { favorites } = form.draft
  const sellable = [...services.values()]
    .filter(({ isActive, kind }) => isActive && kind !== 'international')
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const [serviceId, setServiceId] = useState('')
  const [amount, setAmount] = useState('')
  const service = services.get(serviceId)
  const takesAmount = service !== undefined && findFixedAmount(service.rule) === undefined
  const problem = takesAmount ? findAmountProblem(amount, currency) : undefined
  const added: Favorite = { serviceId, ...(takesAmount && amount !== '' ? { amount: amountOf(amount) } : {}) }
  const isThere = favorites.some((each) => each.serviceId === serviceId && each.amount === added.amount)
  const blocked: MessageId | undefined =
    favorites.length >= MAX_FAVORITES
      ? 'settings.favorites.full'
      : serviceId === ''
        ? 'settings.favorites.choose'
        : isThere
          ? 'settings.favorites.there'
          : problem && 'limits.fix'
  const nameOf = ({ serviceId: id, amount: value }: Favorite) => {
    const name = services.get(id)?.name ?? id
    return value === undefined ? name : t('quick.what', { name, value: formats.money(money(decimal(value), currency)) })
  }
  return (
    <Section heading={t('settings.favorites')} lead={t('settings.favorites.lead')} form={form}>
      {favorites.length === 0 ? (
        <p className="text-ink-2">{t('settings.favorites.none')}</p>
      ) : (
        <ol>
          {favorites.map((favorite, at) => (
            <li
              key={`${favorite.serviceId} ${favorite.amount}`}
              className="flex min-h-9 items-center gap-2 border-b border-line"
            >
              <bdi className="min-w-0 flex-1 wrap-anywhere">{nameOf(favorite)}</bdi>
              <IconButton
                icon={Trash2}
                label={t('quick.remove', { what: nameOf(favorite) })}
                title={t('quick.remove', { what: nameOf(favorite) })}
                onClick={() => form.set({ favorites: favorites.toSpliced(at, 1) })}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-col gap-1">
        <label htmlFor={addId} className="text-1 font-medium">
          {t('settings.favorites.product')}
        </label>
        <Select
          id={addId}
          value={serviceId}
          options={[
            { value: '', text: t('settings.favorites.choose') },
            ...sellable.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={setServiceId}
        />
      </div>
      {takesAmount && (
        <AmountInput
          label={t('settings.favorites.amount')}
          currency={currency}
          value={amount}
          problem={problem}
          onType={setAmount}
        />
      )}
      <div className="flex">
        <Button
          icon={Plus}
          blocked={blocked && t(blocked)}
          onClick={() => {
            form.set({ favorites: [...favorites, added] })
            setServiceId('')
            setAmount('')
          }}
        >
          {t('settings.favorites.add')}
        </Button>
      </div>
    </Section>
  )
}

/** Whether sales note how the customer paid, and by which ways. */
export function PaymentsSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSection({
    settings,
    toDraft: ({ payments }) => ({
      isOn: payments !== null,
      methods: (payments?.methods ?? ['cash', 'card']) as readonly PaymentMethod[],
      first: payments?.default ?? 'cash',
    }),
    read: ({ isOn, methods, first }) => ({
      wanted: { payments: isOn ? { methods: [...methods], default: first } : null },
      problems: { methods: isOn && methods.length === 0 ? 'settings.payments.none' : undefined },
    }),
  })
  const { isOn, methods, first } = form.draft
  const turn = (method: PaymentMethod, isWanted: boolean) => {
    const next = PAYMENT_METHODS.filter((each) => (each === method ? isWanted : methods.includes(each)))
    form.set({ methods: next, first: next.includes(first) ? first : (next[0] ?? first) })
  }
  return (
    <Section heading={t('settings.payments')} lead={t('settings.payments.lead')} form={form}>
      <Switch isOn={isOn} onChange={(on) => form.set({ isOn: on })}>
        {t('settings.payments.ask')}
      </Switch>
      {isOn && (
        <>
          <fieldset className="border-t border-line pt-3">
            <legend className="sr-only">{t('settings.payments.methods')}</legend>
            {PAYMENT_METHODS.map((method) => (
              <Switch key={method} isOn={methods.includes(method)} onChange={(on) => turn(method, on)}>
                {t(`settings.payments.${method}`)}
              </Switch>
            ))}
          </fieldset>
          {form.problems.methods && (
            <p className="font-semibold text-bad" role="status">
              {t(form.problems.methods)}
            </p>
          )}
          {methods.length > 0 && (
            <Radios
              label={t('settings.payments.first')}
              look="chips"
              options={methods.map((value) => ({ value, text: t(`settings.payments.${value}`) }))}
              value={first}
              onChange={(chosen) => form.set({ first: chosen })}
            />
          )}
        </>
      )}
    </Section>
  )
}

const MAX_QUANTITY = 1000

/** Above which quantity or amount a gift-card sale begins with three questions to the customer. */
export function ScamStopSection({ settings, currency }: Props) {
  const t = useText()
  const form = useSection({
    settings,
    toDraft: ({ scamStop }) => ({
      isOn: scamStop !== null,
      quantity: String(scamStop?.quantityAbove ?? ''),
      amount: scamStop?.amountAbove ?? '',
    }),
    read: ({ isOn, quantity, amount }) => ({
      wanted: {
        scamStop: isOn
          ? {
              ...(quantity === '' ? {} : { quantityAbove: Number(quantity) }),
              ...(amount === '' ? {} : { amountAbove: amountOf(amount) }),
            }
          : null,
      },
      problems: isOn
        ? {
            quantity:
              quantity === '' && amount === ''
                ? ('settings.scam.empty' as const)
                : quantity === '' || isWithin(quantity, 0, MAX_QUANTITY)
                  ? undefined
                  : ('limits.problem.too-many' as const),
            amount: findAmountProblem(amount, currency),
          }
        : {},
    }),
  })
  const { draft, problems, set } = form
  return (
    <Section heading={t('settings.scam')} lead={t('settings.scam.lead')} form={form}>
      <Switch isOn={draft.isOn} onChange={(isOn) => set({ isOn })}>
        {t('settings.scam.ask')}
      </Switch>
      {draft.isOn && (
        <>
          <CountInput
            label={t('settings.scam.quantity')}
            unit={t('limits.codes')}
            value={draft.quantity}
            problem={problems.quantity}
            onType={(quantity) => set({ quantity })}
          />
          <AmountInput
            label={t('settings.scam.amount')}
            currency={currency}
            value={draft.amount}
            problem={problems.amount}
            onType={(amount) => set({ amount })}
          />
        </>
      )}
    </Section>
  )
}

/** Whether *Send* waits for the customer at a till with a display. */
export function DisplaySection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSection({
    settings,
    toDraft: ({ customerConfirms }) => ({ isOn: customerConfirms }),
    read: ({ isOn }) => ({ wanted: { customerConfirms: isOn } }),
  })
  return (
    <Section heading={t('settings.display')} lead={t('settings.display.lead')} form={form}>
      <Switch isOn={form.draft.isOn} onChange={(isOn) => form.set({ isOn })}>
        {t('settings.display.ask')}
      </Switch>
    </Section>
  )
}

/** Whether sales are sent to the service as test transactions. */
export function TestSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSection({
    settings,
    toDraft: ({ testTransactions }) => ({ isOn: testTransactions }),
    read: ({ isOn }) => ({ wanted: { testTransactions: isOn } }),
  })
  return (
    <Section heading={t('settings.test')} lead={t('settings.test.lead')} form={form}>
      <Switch isOn={form.draft.isOn} onChange={(isOn) => form.set({ isOn })}>
        {t('settings.test.send')}
      </Switch>
    </Section>
  )
}
