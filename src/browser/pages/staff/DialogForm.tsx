import { useId, type ReactNode } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

type DialogFormProps = {
  heading: string
  children: ReactNode
  /** The verb of the button. */
  action: string
  /** Why it cannot be pressed yet: shown instead of the verb. */
  missing?: string | undefined
  isPending: boolean
  /** It takes something away from somebody. */
  isDanger?: boolean
  onSubmit: () => void
  onClose: () => void
}

/** A question with one answer: the button that cancels first, the verb last. */
export function DialogForm({
  heading,
  children,
  action,
  missing,
  isPending,
  isDanger = false,
  onSubmit,
  onClose,
}: DialogFormProps) {
  const t = useText()
  const formId = useId()
  return (
    <Dialog
      heading={heading}
      size="md"
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
  words?: Partial<Record<FailureCode, MessageId>>
}

/** Nothing here is about a sale, and a person who takes their PIN back is told that nothing was changed. */
const USUAL: FormProblemProps['words'] = {
  'not-found': 'staff.gone',
  'step-up-required': 'staff.unchanged',
  'stale-version': 'staff.stale',
}

/** Why something was not done. */
export function FormProblem({ error, words }: FormProblemProps) {
  const t = useText()
  if (error === null || error === undefined) return null
  const code = error instanceof ProxyFailure ? error.failure.code : undefined
  const own = code && { ...USUAL, ...words }[code]
  return (
    <Notice tone="info" role="alert">
      {t(own ?? failureMessage(error))}
    </Notice>
  )
}
