import { Route, Routes } from 'react-router-dom'

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

/** What is not needed to sell, by its address; none of it travels with the first load. */
export function OtherStages() {
  return (
    <Routes>
      <Route path={routes.sales} element={<Later of={sales.Screen} />} />
      <Route path={routes.saleDetails} element={<Later of={sales.Screen} />} />
      <Route path={routes.desk} element={<Later of={desk.Screen} />} />
      <Route path={routes.wallet} element={<Later of={wallet.Screen} />} />
      <Route path={routes.printer} element={<Later of={printer.Screen} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
