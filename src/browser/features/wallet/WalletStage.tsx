import '../../styles/figures.css'
import '../../styles/wallet.css'

import { useQuery } from '@tanstack/react-query'
import { EyeOff, Lock, RefreshCw } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { sessionQuery } from '../../api/session.ts'
import { walletQuery } from '../../api/wallet.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { TopupCodeCard } from './TopupCodeCard.tsx'

/** Balance and top-up code, for supervisors; a cashier is told so and nothing is asked. */
export function WalletStage() {
  const { data: session } = useQuery(sessionQuery)
  return session?.person?.role === 'supervisor' ? <SupervisorsWallet /> : <ForSupervisors />
}

function SupervisorsWallet() {
  const t = useText()
  const { data: wallet, error, isFetching, refetch } = useQuery(walletQuery)
  return (
    <div className="wallet">
      <div className="head">
        <h1>{t('wallet.title')}</h1>
        <span className="tag">
          <EyeOff className="ic" size={16} /> {t('wallet.supervisorView')}
        </span>
        <span className="grow" />
        <button type="button" className="btn" aria-busy={isFetching} onClick={() => void refetch()}>
          <RefreshCw className="ic" size={20} />
          {wallet?.readAt === undefined ? t('wallet.update') : t('wallet.updated', { time: formatTime(wallet.readAt) })}
        </button>
      </div>
      {error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      {wallet ? (
        <div className="wallet__cards">
          <BalanceCard wallet={wallet} />
          <TopupCodeCard code={wallet.topupCode} />
        </div>
      ) : (
        !error && (
          <p className="muted" role="status">
            {t('wallet.reading')}
          </p>
        )
      )}
    </div>
  )
}

function ForSupervisors() {
  const t = useText()
  return (
    <div className="plain">
      <Lock className="ic" size={56} />
      <h1>{t('wallet.forSupervisors')}</h1>
      <p>{t('wallet.forSupervisorsNext')}</p>
    </div>
  )
}
