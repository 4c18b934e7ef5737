import { useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'

import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { paths, routes } from './paths.ts'
import { Frame } from './shell/Frame.tsx'
import { Gate } from './shell/Gate.tsx'
import { Later, later } from './shell/later.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { SellScreen } from './shell/SellScreen.tsx'

const sale = later(
  () => import('./shell/SaleScreen.tsx'),
  (module) => module.SaleScreen,
)
const sales = later(
  () => import('./features/history/SalesStage.tsx'),
  (module) => module.SalesStage,
)
const desk = later(
  () => import('./features/desk/DeskStage.tsx'),
  (module) => module.DeskStage,
)
const wallet = later(
  () => import('./features/wallet/WalletStage.tsx'),
  (module) => module.WalletStage,
)
const enrol = later(
  () => import('./features/sign-in/EnrolScreen.tsx'),
  (module) => module.EnrolScreen,
)

/** Every screen by its address; who may not be there yet goes through a gate first. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Gate for="nobody" />}>
        <Route path={routes.enrol} element={<Later of={enrol.Screen} />} />
      </Route>
      <Route element={<Gate for="terminal" />}>
        <Route path={routes.signIn} element={<SignInScreen />} />
      </Route>
      <Route element={<Gate for="person" />}>
        <Route index element={<Navigate to={paths.sell()} replace />} />
        <Route path={routes.sell} element={<Selling />} />
        <Route path={routes.category} element={<Selling />} />
        <Route path={routes.product} element={<Selling />} />
        <Route path={routes.service} element={<Selling />} />
        <Route path={routes.sale} element={<Later of={sale.Screen} />} />
        <Route path={routes.sales} element={<Frame stage={<Later of={sales.Screen} />} />} />
        <Route path={routes.desk} element={<Frame stage={<Later of={desk.Screen} />} />} />
        <Route path={routes.wallet} element={<Frame stage={<Later of={wallet.Screen} />} />} />
        <Route path="*" element={<Frame stage={<NotFound />} />} />
      </Route>
    </Routes>
  )
}

/** The code of the sale screen is there before the first sale is reviewed, whatever the line does then. */
function Selling() {
  useEffect(() => void sale.loadBoth().catch(() => undefined), [])
  return <SellScreen />
}
