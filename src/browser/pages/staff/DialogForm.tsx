import type { ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type DialogFormProps = {
  heading: string
  children: ReactNode
  /** What the button does. */
  deed: string
  /** Why it cannot be done yet: shown instead of the deed. */
  missing?: string | undefined
  isBusy: boolean
  isBad?: boolean
  onDo: () => void
  onClose: () => void
}

/** A question with one answer: cancel first, the deed on its button. */
export function DialogForm({ heading, children, deed, missing, isBusy, isBad, onDo, onClose }: DialogFormProps) {
  const t = useText()
  const colour = missing === undefined ? (isBad ? 'btn--bad' : 'btn--act') : 'btn--notready'
  return (
    <Dialog heading={heading} onClose={onClose}>
      <form
        className="dialogform"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined && !isBusy) onDo()
        }}
      >
        {children}
        <div className="dialogform__foot">
          <button type="button" className="btn btn--lg" onClick={onClose}>
            {t('ticket.cancel')}
          </button>
          <button
            type="submit"
            className={`btn btn--lg ${colour}`}
            aria-disabled={missing !== undefined || isBusy}
            aria-busy={isBusy}
          >
            {missing ?? deed}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
