import { Ban } from 'lucide-react'
import { useLayoutEffect } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, routes } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { AmountStep } from './AmountStep.tsx'
import { CountryStep } from './CountryStep.tsx'
import { OperatorStep } from './OperatorStep.tsx'

const STEPS = { country: CountryStep, operator: OperatorStep, amount: AmountStep }

/** The review is a sale. One chunk, so no key is lost when a step changes while a number is typed. */
export default function InternationalPage({ step }: { step: keyof typeof STEPS }) {
  useForgetOutside()
  const Step = STEPS[step]
  const { may } = useCurrentUser()
  return may('international') ? <Step /> : <NotAllowed />
}

function NotAllowed() {
  const t = useText()
  return (
    <MessagePage
      icon={Ban}
      heading={t('storefront.notAllowed')}
      actions={
        <ButtonLink variant="primary" size="lg" to={paths.sell()}>
          {t('shell.toSelling')}
        </ButtonLink>
      }
    >
      <p>{t('shell.notAllowed.next')}</p>
    </MessagePage>
  )
}

/** Clears the draft on return to the products, so the number does not appear for the next customer. */
function useForgetOutside() {
  // A layout effect, because otherwise the cashier may return before it runs.
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location
      if (pathname.startsWith(routes.sell) && !pathname.startsWith(routes.international))
        useInternationalDraft.getState().clear()
    },
    [],
  )
}
