import { useQuery } from '@tanstack/react-query'
import { Lock, LockKeyhole, ReceiptText, Store, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { sessionQuery, useSignOut } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'

export function Rail() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const signOut = useSignOut()
  const isCashier = session?.person?.role !== 'supervisor'
  return (
    <nav className="rail" aria-label={t('shell.nav')}>
      <RailLink to={paths.sell()} under={[paths.sell(), '/sale/', '/batch/']} icon={<Store className="ic" size={24} />}>
        {t('shell.sell')}
      </RailLink>
      <RailLink to={paths.sales()} under={[paths.sales()]} icon={<ReceiptText className="ic" size={24} />}>
        {t('shell.sales')}
      </RailLink>
      <RailLink to={paths.wallet()} under={[paths.wallet()]} icon={<Wallet className="ic" size={24} />}>
        {t('shell.wallet')}
        {isCashier && (
          <span className="rail__lock">
            <Lock className="ic" size={14} />
            <span className="sr">{t('shell.supervisorOnly')}</span>
          </span>
        )}
      </RailLink>
      <div className="rail__end" />
      <button type="button" className="rail__item" onClick={() => signOut.mutate()} aria-busy={signOut.isPending}>
        <LockKeyhole className="ic" size={24} />
        {t('shell.lock')}
      </button>
    </nav>
  )
}

type RailLinkProps = { to: string; under: string[]; icon: ReactNode; children: ReactNode }

function RailLink({ to, under, icon, children }: RailLinkProps) {
  const { pathname } = useLocation()
  const isHere = under.some((path) => pathname.startsWith(path))
  return (
    <Link className="rail__item" to={to} aria-current={isHere ? 'page' : undefined}>
      {icon}
      {children}
    </Link>
  )
}
