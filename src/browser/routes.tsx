import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'

import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { loadLaterTexts } from './i18n/locale.ts'
import { paths, routes } from './paths.ts'
import { Frame } from './shell/Frame.tsx'
import { Gate } from './shell/Gate.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { SellScreen } from './shell/SellScreen.tsx'

/** A screen that comes when it is opened, together with its texts. */
const later = <M,>(load: () => Promise<M>, pick: (module: M) => ComponentType) => {
  const loadBoth = async () => ({ default: pick((await Promise.all([load(), loadLaterTexts()]))[0]) })
  return { Screen: lazy(loadBoth), loadBoth }
}

const sale = later(
  () => import('./shell/SaleScreen.tsx'),
  (module) => module.SaleScreen,
)
const sales = later(
  () => import('./features/history/SalesStage.tsx'),
  (module) => module.SalesStage,
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

type LaterProps = { of: ComponentType }

/** A screen whose code comes when it is opened. */
function Later({ of: Stage }: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Stage />
    </Suspense>
  )
}
