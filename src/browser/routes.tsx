import { Suspense, useEffect } from 'react'
import { Navigate, useRoutes, type RouteObject } from 'react-router-dom'

import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { paths, routes } from './paths.ts'
import { Frame } from './shell/Frame.tsx'
import { Gate } from './shell/Gate.tsx'
import { Later, later, laterPart } from './shell/later.tsx'
import { international, SellScreen } from './shell/SellScreen.tsx'
import { useIsKiosk } from './use-is-kiosk.ts'
import { whenIdle } from './when-idle.ts'

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

const setup = later(
  () => import('./features/sign-in/SetupScreen.tsx'),
  (module) => module.SetupScreen,
)

const kiosk = later(
  () => import('./shell/KioskShell.tsx'),
  (module) => module.KioskShell,
)

const StepUp = laterPart(
  () => import('./shell/StepUp.tsx'),
  (module) => module.StepUp,
)
const Scanner = laterPart(
  () => import('./scan/Scanner.tsx'),
  (module) => module.Scanner,
)

/** Every screen by its address; who may not be there yet goes through a gate first. */
export function AppRoutes() {
  const screen = useRoutes(screens)
  const isKiosk = useIsKiosk()
  return (
    <>
      <Scanner />
      <StepUp />
      {isKiosk ? (
        <Suspense>
          <kiosk.Screen>{screen}</kiosk.Screen>
        </Suspense>
      ) : (
        screen
      )}
    </>
  )
}

const screens: RouteObject[] = [
  { path: routes.setup, element: <Later of={setup.Screen} /> },
  { element: <Gate for="nobody" />, children: [{ path: routes.enrol, element: <Later of={enrol.Screen} /> }] },
  { element: <Gate for="terminal" />, children: [{ path: routes.signIn, element: <SignInScreen /> }] },
  {
    element: <Gate for="person" />,
    children: [
      { index: true, element: <Navigate to={paths.sell()} replace /> },
      { path: routes.sell, element: <Selling /> },
      { path: routes.category, element: <Selling /> },
      { path: routes.product, element: <Selling /> },
      { path: routes.service, element: <Selling /> },
      { path: `${routes.international}/*`, element: <Later of={international.Screen} /> },
      { path: routes.sale, element: <Later of={sale.Screen} /> },
      { path: routes.batch, element: <Later of={batch.Screen} /> },
      { path: '*', element: <Frame stage={<Later of={others.Screen} />} /> },
    ],
  },
]

/** The code of a sale's way is there before the first sale is reviewed, whatever the line does then. */
function Selling() {
  useEffect(() => {
    // Not before the shelves: on a slow line they would wait for it.
    whenIdle(() => {
      const wanted = [
        sale.loadBoth(),
        import('./features/ticket/voucher/VoucherTicket.tsx'),
        batch.loadBoth(),
        international.loadBoth(),
      ]
      void Promise.allSettled(wanted)
    })
  }, [])
  return <SellScreen />
}
