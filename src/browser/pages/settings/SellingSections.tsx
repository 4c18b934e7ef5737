import type { Settings } from '#api/settings.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/money/payment-method.ts'
import { toAmountText } from '#domain/money/typed-amount.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { isCountWithin } from '../../ui/StepperField.tsx'
import { AmountInput, CountInput, findAmountProblem } from '../../settings/settings-section.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

type Props = { settings: Settings; currency: string }

export function PaymentsSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.payments',

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

/** Quantity and amount above which a gift-card sale shows the fraud warning. */
export function ScamStopSection({ settings, currency }: Props) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.scam',

    settings,
    toDraft: ({ fraudWarning }) => ({
      isOn: fraudWarning !== null,
      quantity: String(fraudWarning?.quantityAbove ?? ''),
      amount: fraudWarning?.amountAbove ?? '',
    }),
    read: ({ isOn, quantity, amount }) => ({
      wanted: {
        fraudWarning: isOn
          ? {
              ...(quantity === '' ? {} : { quantityAbove: Number(quantity) }),
              ...(amount === '' ? {} : { amountAbove: toAmountText(amount) }),
            }
          : null,
      },
      problems: isOn
        ? {
            quantity:
              quantity === '' && amount === ''
                ? ('settings.scam.empty' as const)
                : quantity === '' || isCountWithin(quantity, 0, MAX_QUANTITY)
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

type SwitchSectionProps = Pick<Props, 'settings'> & {
  of: 'requiresCustomerConfirmation' | 'phoneOrders' | 'testTransactions' | 'badgeAlone' | 'timesByPerson'
  name: 'display' | 'phone' | 'test' | 'badge' | 'times'
  text: MessageId
  /** Why it has no effect. */
  obstacle?: MessageId | undefined
}

export function SwitchSection({ settings, of, name, text, obstacle }: SwitchSectionProps) {
  const t = useText()
  const form = useSavedSection({
    title: `settings.${name}`,

    settings,
    toDraft: ({ [of]: isOn }) => ({ isOn }),
    read: ({ isOn }) => ({ wanted: { [of]: isOn } }),
  })
  return (
    <Section heading={t(`settings.${name}`)} lead={t(`settings.${name}.lead`)} form={form}>
      <Switch isOn={form.draft.isOn} onChange={(isOn) => form.set({ isOn })}>
        {t(text)}
      </Switch>
      {obstacle && (
        <Notice tone="wait" role="status">
          {t(obstacle)}
        </Notice>
      )}
    </Section>
  )
}
