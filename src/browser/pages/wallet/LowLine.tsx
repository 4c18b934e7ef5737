import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import type { Settings } from '#api/settings.ts'
import type { Wallet } from '#api/wallet.ts'
import { formatDecimal } from '#domain/money.ts'
import { cleanAmountText, cleanCountText, findAmount, findCount, toAmountText } from '#domain/typed-amount.ts'
import { unitBeside, groupThousands, nameCurrency } from '../../i18n/formats.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { settingsQuery, useSaveSettings } from '../../api/settings.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { worthInDays } from '../../report/amounts.ts'

/** More than any wallet holds. */
const MAX_AMOUNT = 999_999_999n
const MAX_DECIMALS = 3
const MAX_DAYS = 60
/** The line goes up and down by so much. */
const STEP = 100

/** When the shop is warned. A low wallet never stops a sale. */
export function LowLine({ wallet }: { wallet: Wallet }) {
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
            <LineForm known={known.wallet} wallet={wallet} currency={currency} />
          )
        }
      </Async>
    </section>
  )
}

type LineFormProps = { known: Settings['wallet']; wallet: Wallet; currency: string }

function LineForm({ known, wallet, currency }: LineFormProps) {
  const t = useText()
  const locale = useLocale()
  const save = useSaveSettings()
  const [seen, setSeen] = useState(known)
  const [amount, setAmount] = useState(known.line?.currency === currency ? known.line.amount : '')
  const [days, setDays] = useState(known.daysLine === null ? '' : String(known.daysLine))
  const [tells, setTells] = useState(known.tellCashiers)

  const line = findAmount(amount)
  const isAmountWrong =
    amount !== '' && (!line || line.scale > MAX_DECIMALS || line.units / 10n ** BigInt(line.scale) > MAX_AMOUNT)
  const dayCount = findCount(days)
  const areDaysWrong = days !== '' && (dayCount === undefined || dayCount < 1 || dayCount > MAX_DAYS)
  const wanted = {
    ...seen,
    line: line ? { amount: formatDecimal(line), currency } : null,
    daysLine: dayCount ?? null,
    tellCashiers: tells,
  }
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(seen)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isAmountWrong || areDaysWrong || !isChanged || save.isPending) return
    save.mutate({ wallet: wanted, expected: { wallet: seen } }, { onSuccess: () => setSeen(wanted) })
  }
  const stepBy = (change: number) => {
    const next = Math.floor(Number(line ? formatDecimal(line) : '0')) + change
    return isAmountWrong || next < 0 ? undefined : () => setAmount(next === 0 ? '' : String(next))
  }
  const daysBy = (change: number) => {
    const next = (dayCount ?? 0) + change
    return areDaysWrong || next < 0 || next > MAX_DAYS ? undefined : () => setDays(next === 0 ? '' : String(next))
  }
  const worth = isAmountWrong || !line ? undefined : worthInDays(line, wallet)
  const isStale = save.error instanceof ProxyFailure && save.error.failure.code === 'stale-version'
  const isSaved = save.isSuccess && !isChanged
  return (
    <form className="flex flex-col gap-3" onSubmit={onSubmit}>
      <p className="text-ink-2">{t('wallet.lowLead')}</p>
      <Field
        label={t('wallet.lowLine')}
        hint={worth === undefined ? t('wallet.lowNone') : t('wallet.lowWorth', { days: worth })}
        problem={isAmountWrong ? t('wallet.lowWrong') : undefined}
      >
        {(control) => (
          <AmountStepper
            control={control}
            value={amount}
            formatted={isAmountWrong ? amount : groupThousands(toAmountText(amount))}
            placeholder={t('wallet.lowNone')}
            {...unitBeside(nameCurrency(currency, locale), locale)}
            inputMode="decimal"
            lower={{ label: `${t('wallet.lower')}, ${t('wallet.lowLine')}`, onPress: stepBy(-STEP) }}
            raise={{ label: `${t('wallet.raise')}, ${t('wallet.lowLine')}`, onPress: stepBy(STEP) }}
            onType={(typed) => setAmount(cleanAmountText(typed))}
          />
        )}
      </Field>
      <Field label={t('wallet.lowDays')} problem={areDaysWrong ? t('wallet.lowDaysWrong') : undefined}>
        {(control) => (
          <AmountStepper
            control={control}
            value={days}
            placeholder={t('wallet.lowNone')}
            end={t('wallet.lowDaysUnit')}
            inputMode="numeric"
            lower={{ label: `${t('wallet.lower')}, ${t('wallet.lowDays')}`, onPress: daysBy(-1) }}
            raise={{ label: `${t('wallet.raise')}, ${t('wallet.lowDays')}`, onPress: daysBy(1) }}
            onType={(typed) => setDays(cleanCountText(typed))}
          />
        )}
      </Field>
      <div>
        <Switch isOn={tells} onChange={setTells}>
          {t('wallet.lowTell')}
        </Switch>
        <p className="text-1 text-ink-2">{t('wallet.lowTellHint')}</p>
      </div>
      {save.error && (
        <Notice tone="info" role="alert">
          {t(isStale ? 'staff.stale' : failureMessage(save.error))}
        </Notice>
      )}
      <Button type="submit" size="lg" pending={save.isPending} isOff={!isChanged || isAmountWrong || areDaysWrong}>
        {t(isSaved ? 'wallet.lowSaved' : 'wallet.lowSave')}
      </Button>
      <span role="status" className="sr-only">
        {isSaved && t('wallet.lowSaved')}
      </span>
    </form>
  )
}
