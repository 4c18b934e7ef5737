import type { Wallet } from '#contract/proxy/wallet.ts'
import { formatAge } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { useNow } from '../../ui/use-now.ts'

const AGE_STEP_MS = 10_000

type BalanceCardProps = { wallet: Wallet }

/** The balance with its age. What could not be read is said; it is never zero. */
export function BalanceCard({ wallet: { balance, readAt, problem } }: BalanceCardProps) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(AGE_STEP_MS)
  return (
    <section className="card wallet__balance" aria-label={t('wallet.balance')}>
      <div className="label">{t('wallet.balance')}</div>
      {balance ? (
        <div className="big">
          <MoneyText money={balance} />
        </div>
      ) : (
        <div className="wallet__unread">{t('wallet.noBalance')}</div>
      )}
      {balance && readAt !== undefined && (
        <p className="muted">{t('wallet.readAt', { age: formatAge(readAt, now, locale) })}</p>
      )}
      {problem && (
        <p className="wallet__problem" role="status">
          {t(problemText(problem, balance !== undefined))}
        </p>
      )}
    </section>
  )
}

function problemText(problem: NonNullable<Wallet['problem']>, hasOldBalance: boolean): MessageId {
  return hasOldBalance ? `wallet.${problem}` : `wallet.${problem}None`
}
