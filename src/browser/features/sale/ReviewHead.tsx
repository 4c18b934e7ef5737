import { ArrowLeft } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { Steps } from '../../ui/Steps.tsx'
import type { StepAbroad } from './use-ways-abroad.ts'

type ReviewHeadProps = { onGo: (step: StepAbroad) => void }

/** The review is the last of four steps; each of the others leads back. */
export function ReviewHead({ onGo }: ReviewHeadProps) {
  const t = useText()
  return (
    <div className="reviewhead">
      <button
        type="button"
        className="btn btn--icon btn--quiet"
        aria-label={t('sale.intl.backToAmounts')}
        onClick={() => onGo('amount')}
      >
        <ArrowLeft className="ic flip" size={24} aria-hidden="true" />
      </button>
      <p className="grow">{t('intl.title')}</p>
      <Steps
        label={t('intl.steps')}
        current={3}
        steps={[
          { name: t('intl.step.country'), onGo: () => onGo('country') },
          { name: t('intl.step.operator'), onGo: () => onGo('number') },
          { name: t('intl.step.amount'), onGo: () => onGo('amount') },
          { name: t('intl.step.review') },
        ]}
      />
    </div>
  )
}
