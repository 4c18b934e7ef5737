import { Ban } from 'lucide-react'
import { useLayoutEffect } from 'react'

import { useCurrentUser } from '../../current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, routes } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
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

/** Anyone who goes back to the products, by whatever way, starts afresh: a number nobody sees there would come back for the next customer. */
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
