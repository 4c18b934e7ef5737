import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { lazy } from 'react'
import { Route, Routes, Outlet } from 'react-router-dom'

import { sessionQuery } from './api/session.ts'
import { useText } from './i18n/use-text.ts'
import { NotFound } from './NotFound.tsx'
import { routes } from './paths.ts'
import { MessagePage } from './ui/MessagePage.tsx'

const ShiftPage = lazy(() => import('./pages/shift/ShiftPage.tsx'))
const CloseShiftPage = lazy(() => import('./pages/shift/CloseShiftPage.tsx'))
const FirstStepsPage = lazy(() => import('./pages/first-steps/FirstStepsPage.tsx'))
const WalletPage = lazy(() => import('./pages/wallet/WalletPage.tsx'))
const RecoveryPage = lazy(() => import('./pages/recovery/RecoveryPage.tsx'))
const ReportsPage = lazy(() => import('./pages/reports/ReportsPage.tsx'))
const ShopsPage = lazy(() => import('./pages/shops/ShopsPage.tsx'))
const AlertsPage = lazy(() => import('./pages/alerts/AlertsPage.tsx'))
const PeoplePage = lazy(() => import('./pages/staff/PeoplePage.tsx'))
const TerminalsPage = lazy(() => import('./pages/staff/TerminalsPage.tsx'))
const SessionsPage = lazy(() => import('./pages/staff/SessionsPage.tsx'))
const LimitsPage = lazy(() => import('./pages/staff/LimitsPage.tsx'))
const SettingsPage = lazy(() => import('./pages/staff/settings/SettingsPage.tsx'))
const AuditLogPage = lazy(() => import('./pages/staff/AuditLogPage.tsx'))
const CatalogueProblemsPage = lazy(() => import('./pages/catalogue-problems/CatalogueProblemsPage.tsx'))

/** The part of the route table for supervisors, a chunk of its own. An address that is no page ends here, too. */
export default function SupervisorRoutes() {
  const { data: isOwner } = useQuery({ ...sessionQuery, select: ({ person }) => person?.isOwner === true })
  return (
    <Routes>
      <Route element={<SupervisorsOnly />}>
        <Route path={routes.firstSteps} element={<FirstStepsPage />} />
        <Route path={routes.wallet} element={<WalletPage />} />
        <Route path={routes.recovery} element={<RecoveryPage />} />
        <Route path={routes.reports} element={<ReportsPage />} />
        <Route path={routes.shops} element={isOwner ? <ShopsPage /> : <NotFound />} />
        <Route path={routes.alerts} element={<AlertsPage />} />
        <Route path={routes.staff} element={<PeoplePage />} />
        <Route path={routes.person} element={<PeoplePage />} />
        <Route path={routes.terminals} element={<TerminalsPage />} />
        <Route path={routes.sessions} element={<SessionsPage />} />
        <Route path={routes.limits} element={<LimitsPage />} />
        <Route path={routes.settings} element={<SettingsPage />} />
        <Route path={routes.auditLog} element={<AuditLogPage />} />
        <Route path={routes.catalogueProblems} element={<CatalogueProblemsPage />} />
      </Route>
      {/* For cashiers, too: seldom opened, so not in the first load. */}
      <Route path={routes.shift} element={<ShiftPage />} />
      <Route path={routes.closeShift} element={<CloseShiftPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** The pages below it are for supervisors. For a cashier none of them is loaded, and nothing is requested. */
export function SupervisorsOnly() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  if (session?.person?.role === 'supervisor') return <Outlet />
  return (
    <MessagePage icon={Lock} heading={t('supervisors.heading')}>
      <p>{t('supervisors.next')}</p>
    </MessagePage>
  )
}
