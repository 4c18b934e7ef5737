import { useQuery } from '@tanstack/react-query'
import { KeyRound, Lock } from 'lucide-react'
import { useState } from 'react'
import { Route, Routes, Outlet } from 'react-router-dom'

import type { Person } from '#domain/person.ts'
import { sessionQuery } from './api/session.ts'
import { useVisit } from './api/visit.ts'
import { firstName } from './lib/current-user.ts'
import { useText } from './i18n/use-text.ts'
import { lazyPage } from './lib/lazy-part.tsx'
import { NotFound } from './NotFound.tsx'
import { SUPERVISOR_PAGES, type SupervisorPage } from './page-access.ts'
import { routes } from './paths.ts'
import { SupervisorPin } from './shell/PracticeDialog.tsx'
import { Button } from './ui/Button.tsx'
import { MessagePage } from './ui/MessagePage.tsx'

const PAGES: Record<SupervisorPage, Parameters<typeof lazyPage>[1]> = {
  firstSteps: () => import('./pages/first-steps/FirstStepsPage.tsx'),
  today: () => import('./pages/today/TodayPage.tsx'),
  wallet: () => import('./pages/wallet/WalletPage.tsx'),
  recovery: () => import('./pages/recovery/RecoveryPage.tsx'),
  reports: () => import('./pages/reports/ReportsPage.tsx'),
  alerts: () => import('./pages/alerts/AlertsPage.tsx'),
  staff: () => import('./pages/staff/PeoplePage.tsx'),
  terminals: () => import('./pages/staff/TerminalsPage.tsx'),
  sessions: () => import('./pages/staff/SessionsPage.tsx'),
  limits: () => import('./pages/staff/LimitsPage.tsx'),
  settings: () => import('./pages/settings/SettingsPage.tsx'),
  auditLog: () => import('./pages/staff/AuditLogPage.tsx'),
  catalogProblems: () => import('./pages/catalog-problems/CatalogProblemsPage.tsx'),
}
/** Pages that also show one of what they list. */
const WITH_DETAILS: Partial<Record<SupervisorPage, string>> = { staff: routes.person, settings: routes.settingsSection }
const FOR_SUPERVISORS = SUPERVISOR_PAGES.map((name) =>
  lazyPage([routes[name], WITH_DETAILS[name] ?? []].flat(), PAGES[name]),
)
const FOR_OWNERS = lazyPage(routes.shops, () => import('./pages/shops/ShopsPage.tsx'))
/** Rarely opened, so not in the first load. */
const FOR_EVERYBODY = [
  lazyPage(routes.shift, () => import('./pages/shift/ShiftPage.tsx')),
  lazyPage(routes.closeShift, () => import('./pages/shift/CloseShiftPage.tsx')),
]

/** The supervisors' routes, in a separate chunk. Unknown paths also end here. */
export default function SupervisorRoutes() {
  const { data: isOwner } = useQuery({ ...sessionQuery, select: ({ person }) => person?.isOwner === true })
  return (
    <Routes>
      <Route element={<SupervisorsOnly />}>
        {FOR_SUPERVISORS}
        {isOwner ? FOR_OWNERS : <Route path={routes.shops} element={<NotFound />} />}
      </Route>
      {FOR_EVERYBODY}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** For a cashier, none of the pages below are loaded and nothing is requested, until a supervisor enters their PIN. */
export function SupervisorsOnly() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const [isOpening, setIsOpening] = useState(false)
  const person = session?.person
  if (person?.role === 'supervisor') return <Outlet />
  return (
    <>
      <MessagePage
        icon={Lock}
        heading={t('supervisors.heading')}
        actions={
          <Button variant="primary" size="lg" icon={KeyRound} onClick={() => setIsOpening(true)}>
            {t('supervisors.enter')}
          </Button>
        }
      >
        <p>{t('supervisors.next')}</p>
      </MessagePage>
      {isOpening && person && <OpenPage cashier={person} onClose={() => setIsOpening(false)} />}
    </>
  )
}

function OpenPage({ cashier, onClose }: { cashier: Person; onClose: () => void }) {
  const t = useText()
  const visit = useVisit(cashier.id)
  return (
    <SupervisorPin
      heading={t('supervisors.open')}
      lead={t('supervisors.openNext', { name: firstName(cashier.name) })}
      cancel={t('practice.cancel')}
      sending={visit}
      onEnter={(given, onError) => visit.mutate(given, { onError })}
      onClose={onClose}
    />
  )
}
