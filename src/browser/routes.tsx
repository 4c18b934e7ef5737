import { lazy, Suspense, use, useEffect, useLayoutEffect, useReducer } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'

import { loadSelling } from './first-page.ts'
import { loadLazyMessages } from './i18n/locale.ts'
import { useIsKiosk, useIsSelfOrder } from './lib/kiosk.ts'
import { lazyPage, lazyPart, whenIdle } from './lib/lazy-part.tsx'
import { SignInPage } from './pages/sign-in/SignInPage.tsx'
import { paths, routes } from './paths.ts'
import { RequireAccess } from './shell/RequireAccess.tsx'

const loadSale = () => import('./pages/sale/SalePage.tsx')
const loadBatch = () => import('./pages/sale/BatchPage.tsx')
const loadInternational = () => import('./pages/international/InternationalPage.tsx')

const AppFrame = lazy(async () => ({ default: (await loadSelling()).AppFrame }))
const InternationalPage = lazy(loadInternational)
const SETUP = [
  import.meta.env.DEV && lazyPage('/kit', () => import('./pages/kit/KitPage.tsx')),
  lazyPage(routes.setup, () => import('./pages/sign-in/SetupPage.tsx')),
  lazyPage(routes.connect, () => import('./pages/sign-in/ConnectPage.tsx')),
]
const ENROLLMENT = lazyPage(routes.enroll, () => import('./pages/sign-in/EnrollmentPage.tsx'))
const FOR_EVERYBODY = [
  lazyPage(routes.sale, loadSale),
  lazyPage(routes.batch, loadBatch),
  lazyPage([routes.sales, routes.saleDetails], () => import('./pages/sales/SalesPage.tsx')),
  lazyPage(routes.openItems, () => import('./pages/open-items/OpenItemsPage.tsx')),
  lazyPage([routes.orders, routes.order], () => import('./pages/orders/OrdersPage.tsx')),
  lazyPage(routes.ready, () => import('./pages/ready/ReadyPage.tsx')),
  lazyPage(routes.printer, () => import('./pages/printer/PrinterPage.tsx')),
  lazyPage(routes.frontviewPage, () => import('./pages/frontview/FrontviewPage.tsx')),
  lazyPage(routes.support, () => import('./pages/support/SupportPage.tsx')),
]
/** A kiosk sells one product at a time. */
const LIST = lazyPage(routes.list, () => import('./pages/list/ListPage.tsx'))
const SELLING = lazyPage([routes.sell, routes.category, routes.product, routes.service], async () => ({
  default: (await loadSelling()).SellPage,
}))

const SupervisorRoutes = lazy(() => import('./supervisor-routes.tsx'))
const KioskShell = lazy(() => import('./shell/kiosk/KioskShell.tsx'))
const SelfOrderShell = lazy(() => import('./shell/kiosk/SelfOrderShell.tsx'))
const StepUp = lazyPart(async () => (await import('./shell/StepUp.tsx')).StepUp)
const Scanner = lazyPart(async () => (await import('./scanner/Scanner.tsx')).Scanner)

/** All routes and who may open them. Supervisors' routes are in `supervisor-routes.tsx`, outside the first load. */
export function AppRoutes() {
  const isKiosk = useIsKiosk()
  const isSelfOrder = useIsSelfOrder()
  const isTouched = isKiosk || isSelfOrder
  // Preloads selling while the session is read or a PIN is typed.
  useEffect(() => void loadSelling().catch(() => {}), [])
  // This attribute makes tokens.css enlarge controls for a kiosk.
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-kiosk', isTouched), [isTouched])
  if (isSelfOrder)
    return (
      <Suspense fallback={null}>
        <SelfOrderShell />
      </Suspense>
    )
  const pages = (
    <Routes>
      <Route element={<LazyPages />}>
        {SETUP}
        <Route element={<RequireAccess for="nobody" />}>{ENROLLMENT}</Route>
      </Route>
      <Route element={<RequireAccess for="terminal" />}>
        <Route path={routes.signIn} element={<SignInPage />} />
      </Route>
      <Route element={<RequireAccess for="person" />}>
        <Route index element={<Navigate to={paths.sell()} replace />} />
        <Route element={<AppFrame />}>
          <Route element={<Selling />}>{SELLING}</Route>
          <Route element={<LazyPages />}>
            <Route path={routes.international} element={<InternationalPage step="country" />} />
            <Route path={routes.internationalCountry} element={<InternationalPage step="operator" />} />
            <Route path={routes.internationalProvider} element={<InternationalPage step="operator" />} />
            <Route path={routes.internationalAmounts} element={<InternationalPage step="amount" />} />
            <Route path={routes.internationalAmount} element={<InternationalPage step="amount" />} />
            {FOR_EVERYBODY}
            {!isKiosk && LIST}
            <Route path="*" element={<SupervisorRoutes />} />
          </Route>
        </Route>
      </Route>
    </Routes>
  )
  return (
    <>
      <Scanner />
      <StepUp />
      <Suspense fallback={null}>{isKiosk ? <KioskShell>{pages}</KioskShell> : pages}</Suspense>
    </>
  )
}

/** Loads the next pages of a sale before the first sale, so a lost connection cannot interrupt it. */
function Selling() {
  useEffect(() => {
    // Runs after the products have loaded, because they would otherwise have to wait on a slow connection.
    whenIdle(() => {
      const wanted = [loadSale(), import('./pages/sell/VoucherTicket.tsx'), loadBatch(), loadInternational()]
      void Promise.allSettled(wanted)
    })
  }, [])
  useEffectsWithCommit()
  return <Outlet />
}

/** Shows lazy pages once their messages are loaded. There is no Suspense boundary here, so the previous page stays and gets the keys until then. */
function LazyPages() {
  use(loadLazyMessages())
  useEffectsWithCommit()
  return <Outlet />
}

/**
 * Runs the effects of a page in the task that shows it. Otherwise, a store subscription might start only after two keys were pressed, and the second would
 * overwrite the first.
 */
function useEffectsWithCommit(): void {
  const { key } = useLocation()
  const [, update] = useReducer((count: number) => count + 1, 0)
  // React runs all pending effects before it renders an update from a layout effect.
  useLayoutEffect(update, [key, update])
}
