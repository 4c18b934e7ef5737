import { useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'

import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { paths, routes } from './paths.ts'
import { Frame } from './shell/Frame.tsx'
import { Gate } from './shell/Gate.tsx'
import { Later, later } from './shell/later.tsx'
import { SellScreen } from './shell/SellScreen.tsx'

const sale = later(
  () => import('./shell/SaleScreen.tsx'),
  (module) => module.SaleScreen,
)
const batch = later(
  () => import('./shell/BatchScreen.tsx'),
  (module) => module.BatchScreen,
)
const others = later(
  () => import('./shell/OtherStages.tsx'),
  (module) => module.OtherStages,
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
        <Route path={routes.batch} element={<Later of={batch.Screen} />} />
        <Route path="*" element={<Frame stage={<Later of={others.Screen} />} />} />
      </Route>
    </Routes>
  )
}

/** The code of a sale's way is there before the first sale is reviewed, whatever the line does then. */
function Selling() {
  useEffect(() => {
    const wanted = [sale.loadBoth(), import('./features/ticket/voucher/VoucherTicket.tsx'), batch.loadBoth()]
    void Promise.allSettled(wanted)
  }, [])
  return <SellScreen />
}
