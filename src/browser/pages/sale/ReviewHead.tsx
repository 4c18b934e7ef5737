import { ArrowLeft } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { Steps } from '../../ui/Steps.tsx'
import type { InternationalStep } from './use-international-options.ts'

type ReviewHeadProps = { onGo: (step: InternationalStep) => void }

/** The review is the last of four steps; each of the others leads back. */
export function ReviewHead({ onGo }: ReviewHeadProps) {
  const t = useText()
  return (
    <div className="reviewhead">
      <button
        type="button"
        className="btn btn--icon btn--quiet"
        aria-label={t('sale.international.backToAmounts')}
        onClick={() => onGo('amount')}
      >
        <ArrowLeft className="ic flip" size={24} aria-hidden="true" />
      </button>
      <p className="grow">{t('international.title')}</p>
      <Steps
        label={t('international.steps')}
        current={3}
        steps={[
          { name: t('international.step.country'), onGo: () => onGo('country') },
          { name: t('international.step.operator'), onGo: () => onGo('number') },
          { name: t('international.step.amount'), onGo: () => onGo('amount') },
          { name: t('international.step.review') },
        ]}
      />
    </div>
  )
}
