import { useQuery } from '@tanstack/react-query'

import type { Settings } from '#api/settings.ts'
import type { Wallet } from '#api/wallet.ts'
import { formatDecimal, type Decimal } from '#domain/money/money.ts'
import { cleanAmountText, findAmount, findCount, toAmountText } from '#domain/money/typed-amount.ts'
import { settingsQuery } from '../../api/settings.ts'
import { unitBeside, groupThousands, nameCurrency } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { worthInDays } from '../../report/amounts.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { CountField, isCountWithin, StepperField } from '../../ui/StepperField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useSection } from '../../settings/settings-section.tsx'

const MAX_AMOUNT = 999_999_999n
const MAX_DECIMALS = 3
const MAX_DAYS = 60
const STEP = 100

/** The low-balance amount. A low wallet never stops a sale. */
export function LowBalanceDialog({ wallet }: { wallet: Wallet }) {
  const t = useText()
  const settings = useQuery(settingsQuery)
  const currency = wallet.balance?.currency ?? settings.data?.wallet.line?.currency
  return (
    <section className="rounded-3 border-1 border-line bg-surface p-5" aria-label={t('wallet.low')}>
      <h2 className="mb-1 text-3">{t('wallet.low')}</h2>
      <Async query={settings} loading="wallet.reading">
        {(known) =>
          currency === undefined ? (
            <p className="text-ink-2">{t('wallet.noBalance')}</p>
          ) : (
            <LineForm settings={known} wallet={wallet} currency={currency} />
          )
        }
      </Async>
    </section>
  )
}

function LineForm({ settings, wallet, currency }: { settings: Settings; wallet: Wallet; currency: string }) {
  const t = useText()
  const locale = useLocale()
  const { draft, problems, hasProblem, isChanged, set, save, submit } = useSection({
    settings,
    isOutdated: settings.wallet.line !== null && settings.wallet.line.currency !== currency,
    toDraft: ({ wallet: { line, lowBalanceDays, notifyCashiers } }) => ({
      amount: line?.currency === currency ? line.amount : '',
      days: lowBalanceDays === null ? '' : String(lowBalanceDays),
      tells: notifyCashiers,
    }),
    read: ({ amount, days, tells }) => {
      const line = findAmount(amount)
      return {
        wanted: {
          wallet: {
            ...settings.wallet,
            line: line ? { amount: formatDecimal(line), currency } : null,
            lowBalanceDays: findCount(days) ?? null,
            notifyCashiers: tells,
          },
        },
        problems: {
          amount: amount !== '' && !isPossible(line) ? 'wallet.lowWrong' : undefined,
          days: days !== '' && !isCountWithin(days, 1, MAX_DAYS) ? 'wallet.lowDaysWrong' : undefined,
        },
      }
    },
  })
  const { amount, days, tells } = draft
  const line = problems.amount ? undefined : findAmount(amount)
  const worth = line && worthInDays(line, wallet)
  const stepBy = (change: number) => {
    const next = Math.floor(Number(line ? formatDecimal(line) : '0')) + change
    return problems.amount || next < 0 ? undefined : () => set({ amount: next === 0 ? '' : String(next) })
  }
  const isSaved = save.isSuccess && !isChanged
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="text-ink-2">{t('wallet.lowLead')}</p>
      <StepperField
        label={t('wallet.lowLine')}
        hint={worth !== undefined && t('wallet.lowWorth', { days: worth })}
        problem={problems.amount && t(problems.amount)}
        value={amount}
        formatted={problems.amount ? amount : groupThousands(toAmountText(amount))}
        placeholder={t('wallet.lowNone')}
        {...unitBeside(nameCurrency(currency, locale), locale)}
        inputMode="decimal"
        onLower={stepBy(-STEP)}
        onRaise={stepBy(STEP)}
        onType={(typed) => set({ amount: cleanAmountText(typed) })}
      />
      <CountField
        label={t('wallet.lowDays')}
        problem={t('wallet.lowDaysWrong')}
        unit={t('wallet.lowDaysUnit', { count: Number(days) })}
        min={1}
        max={MAX_DAYS}
        isOptional
        placeholder={t('wallet.lowNone')}
        value={days}
        onType={(typed) => set({ days: typed })}
      />
      <div>
        <Switch isOn={tells} onChange={(isOn) => set({ tells: isOn })}>
          {t('wallet.lowTell')}
        </Switch>
        <p className="text-1 text-ink-2">{t('wallet.lowTellHint')}</p>
      </div>
      <FormProblem error={save.error} />
      <Button type="submit" size="lg" pending={save.isPending} isOff={!isChanged || hasProblem}>
        {t(isSaved ? 'wallet.lowSaved' : 'wallet.lowSave')}
      </Button>
      <span role="status" className="sr-only">
        {isSaved && t('wallet.lowSaved')}
      </span>
    </form>
  )
}

const isPossible = (line: Decimal | undefined): boolean =>
  line !== undefined && line.scale <= MAX_DECIMALS && line.units / 10n ** BigInt(line.scale) <= MAX_AMOUNT
