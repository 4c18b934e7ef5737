import { useId, type ReactNode } from 'react'

import { failureMessage, type FailureWords } from '../api/failure-message.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

type DialogFormProps = {
  heading: string
  size?: 'md' | 'wide'
  children: ReactNode
  /** The verb of the button. */
  action: string
  /** Why it cannot be pressed yet: shown instead of the verb. */
  missing?: string | undefined
  isPending?: boolean
  /** It takes something away from somebody. */
  isDanger?: boolean
  onSubmit: () => void
  onClose: () => void
}

/** A question with one answer: the button that cancels first, the verb last. */
export function DialogForm({
  heading,
  size = 'md',
  children,
  action,
  missing,
  isPending = false,
  isDanger = false,
  onSubmit,
  onClose,
}: DialogFormProps) {
  const t = useText()
  const formId = useId()
  return (
    <Dialog
      heading={heading}
      size={size}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ticket.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            size="lg"
            variant={isDanger ? 'danger' : 'primary'}
            pending={isPending}
            blocked={missing}
          >
            {action}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined && !isPending) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

type FormProblemProps = {
  error: unknown
  /** What a refusal means here, where the usual words would not say it. */
  words?: FailureWords
}

/** What a form changes is no sale, and a person who takes their PIN back is told that nothing was changed. */
const USUAL: FailureWords = {
  'not-found': 'staff.gone',
  'step-up-required': 'staff.unchanged',
  'stale-version': 'staff.stale',
}

/** Why something was not done. */
export function FormProblem({ error, words }: FormProblemProps) {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <Notice tone="info" role="alert">
      {t(failureMessage(error, { ...USUAL, ...words }))}
    </Notice>
  )
}
