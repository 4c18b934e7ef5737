import '../../styles/figures.css'
import '../../styles/wallet.css'

import { useQuery } from '@tanstack/react-query'
import { EyeOff, RefreshCw } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { walletQuery } from '../../api/wallet.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../SupervisorsOnly.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { TopupCodeCard } from './TopupCodeCard.tsx'

/** Balance and top-up code. */
export default function WalletPage() {
  return (
    <SupervisorsOnly next="wallet.forSupervisors">
      <SupervisorsWallet />
    </SupervisorsOnly>
  )
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
