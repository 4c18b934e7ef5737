import { Minus, Plus } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { MAX_LINES } from '#contract/proxy/sales.ts'
import { useText } from '../../../../i18n/use-text.ts'

type QuantityStepperProps = {
  quantity: number
  onChange: (quantity: number) => void
  /** Stands where the label would. */
  children?: ReactNode
}

/** How many codes of the same, each a sale of its own. */
export function QuantityStepper({ quantity, onChange, children }: QuantityStepperProps) {
  const t = useText()
  const id = useId()
  const step = (by: number) => {
    const wanted = quantity + by
    if (wanted >= 1 && wanted <= MAX_LINES) onChange(wanted)
  }
  return (
    <div className="quantity">
      {children}
      <span id={id} className={children ? 'sr' : undefined}>
        {t('ticket.quantity')}
      </span>
      <div className="stepper" role="group" aria-labelledby={id}>
        <button type="button" aria-label={t('ticket.fewer')} aria-disabled={quantity <= 1} onClick={() => step(-1)}>
          <Minus className="ic" size={20} />
        </button>
        <output>{t('ticket.codes', { count: quantity })}</output>
        <button
          type="button"
          aria-label={t('ticket.more')}
          aria-disabled={quantity >= MAX_LINES}
          onClick={() => step(1)}
        >
          <Plus className="ic" size={20} />
        </button>
      </div>
    </div>
  )
}
