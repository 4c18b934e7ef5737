import { useRoutes, type RouteObject } from 'react-router-dom'

import { routes } from '../paths.ts'
import { Later, later } from './later.tsx'
import { NotFound } from './NotFound.tsx'

const sales = later(
  () => import('../features/history/SalesStage.tsx'),
  (module) => module.SalesStage,
)
const desk = later(
  () => import('../features/desk/DeskStage.tsx'),
  (module) => module.DeskStage,
)
const wallet = later(
  () => import('../features/wallet/WalletStage.tsx'),
  (module) => module.WalletStage,
)
const printer = later(
  () => import('../features/printer/PrinterStage.tsx'),
  (module) => module.PrinterStage,
)
const page = later(
  () => import('../features/pages/FrontviewPage.tsx'),
  (module) => module.FrontviewPage,
)
const support = later(
  () => import('../features/support/SupportStage.tsx'),
  (module) => module.SupportStage,
)
const productsData = later(
  () => import('../features/products-data/ProductsDataStage.tsx'),
  (module) => module.ProductsDataStage,
)

const staff = later(
  () => import('../features/staff/people/StaffStage.tsx'),
  (module) => module.StaffStage,
)
const terminals = later(
  () => import('../features/staff/terminals/TerminalsStage.tsx'),
  (module) => module.TerminalsStage,
)
const sessions = later(
  () => import('../features/staff/sessions/SessionsStage.tsx'),
  (module) => module.SessionsStage,
)
const limits = later(
  () => import('../features/staff/limits/LimitsStage.tsx'),
  (module) => module.LimitsStage,
)
const log = later(
  () => import('../features/staff/log/LogStage.tsx'),
  (module) => module.LogStage,
)

/** What is not needed to sell, by its address; none of it travels with the first load. */
export function OtherStages() {
  return useRoutes(stages)
}

const stages: RouteObject[] = [
  { path: routes.sales, element: <Later of={sales.Screen} /> },
  { path: routes.saleDetails, element: <Later of={sales.Screen} /> },
  { path: routes.desk, element: <Later of={desk.Screen} /> },
  { path: routes.wallet, element: <Later of={wallet.Screen} /> },
  { path: routes.staff, element: <Later of={staff.Screen} /> },
  { path: routes.person, element: <Later of={staff.Screen} /> },
  { path: routes.terminals, element: <Later of={terminals.Screen} /> },
  { path: routes.sessions, element: <Later of={sessions.Screen} /> },
  { path: routes.limits, element: <Later of={limits.Screen} /> },
  { path: routes.log, element: <Later of={log.Screen} /> },
  { path: routes.printer, element: <Later of={printer.Screen} /> },
  { path: routes.page, element: <Later of={page.Screen} /> },
  { path: routes.support, element: <Later of={support.Screen} /> },
  { path: routes.productsData, element: <Later of={productsData.Screen} /> },
  { path: '*', element: <NotFound /> },
]
