import { useLayoutEffect } from 'react'

import { useCurrentUser } from '../../current-user.ts'
import { NotAllowed } from '../../NotAllowed.tsx'
import { routes } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { AmountStep } from './AmountStep.tsx'
import { CountryStep } from './CountryStep.tsx'
import { OperatorStep } from './OperatorStep.tsx'

const STEPS = { country: CountryStep, operator: OperatorStep, amount: AmountStep }

/**
 * The steps of an international top-up; the review is a sale. They come in one piece: a number may be typed on while one step gives way to
 * the next, and no key is lost.
 */
export default function InternationalPage({ step }: { step: keyof typeof STEPS }) {
  useForgetOutside()
  const Step = STEPS[step]
  const { may } = useCurrentUser()
  if (may('international')) return <Step />
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
      if (pathname.startsWith(routes.sell) && !pathname.startsWith(routes.international))
        useInternationalDraft.getState().clear()
    },
    [],
  )
}
