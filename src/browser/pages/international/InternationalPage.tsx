import { useLayoutEffect } from 'react'
import { Outlet } from 'react-router-dom'

import { NotAllowed } from '../../NotAllowed.tsx'
import { routes } from '../../paths.ts'
import { internationalDraft } from '../../sale/international-draft.ts'
import { usePermission } from '../../use-permission.ts'

/** Around every step of an international top-up: country, operator and number, amount. The review is a sale. */
export default function InternationalPage() {
  useForgetOutside()
  if (usePermission('international')) return <Outlet />
  return (
    <main className="stage">
      <NotAllowed />
    </main>
  )
}

/** Whoever goes back to the products, by whatever way, begins anew: a number nobody sees there would come back for the next customer. */
function useForgetOutside() {
  // With the products, not a moment behind them: by then one may have gone back already.
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location
      if (pathname.startsWith(routes.sell) && !pathname.startsWith(routes.international)) internationalDraft().clear()
    },
    [],
  )
}
