import { CircleHelp, Lock, LockKeyhole, ReceiptText, Store, Users, Wallet } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { useCurrentUser } from '../current-user.ts'
import { useSignOut } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { lazyPart } from '../lazy-part.tsx'

const Help = lazyPart(async () => (await import('./help/Help.tsx')).Help)

const STAFF_PAGES = [paths.staff(), paths.terminals(), paths.sessions(), paths.limits(), paths.auditLog()]

export function Rail() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const signOut = useSignOut()
  const isCashier = !isSupervisor
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
      {!isCashier && (
        <RailLink to={paths.staff()} under={STAFF_PAGES} icon={<Users className="ic" size={24} />}>
          {t('shell.staff')}
        </RailLink>
      )}
      <div className="rail__end" />
      <HelpItem />
      <button type="button" className="rail__item" onClick={() => signOut.mutate()} aria-busy={signOut.isPending}>
        <LockKeyhole className="ic" size={24} />
        {t('shell.lock')}
      </button>
    </nav>
  )
}

function HelpItem() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => setIsOpen(true), [])
  return (
    <>
      <button type="button" className="rail__item" aria-keyshortcuts="?" onClick={open}>
        <CircleHelp className="ic" size={24} />
        {t('shell.help')}
      </button>
      <Help isOpen={isOpen} onOpen={open} onClose={() => setIsOpen(false)} />
    </>
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
