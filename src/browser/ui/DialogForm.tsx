import { useId, type ReactNode } from 'react'

import type { FailureWords } from '../api/failure-message.ts'
import { useText } from '../i18n/use-text.ts'
import { Problem, type ProblemProps } from './Async.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type DialogFormProps = {
  heading: string
  size?: 'md' | 'wide'
  children: ReactNode
  action: string
  missing?: string | undefined
  sending?: { isPending: boolean; error?: unknown }
  words?: FailureWords
  isDanger?: boolean
  onSubmit: () => void
  onClose: () => void
}

export function DialogForm(props: DialogFormProps) {
  const { heading, size = 'md', children, action, missing, sending, words, isDanger = false, onSubmit, onClose } = props
  const t = useText()
  const formId = useId()
  const isPending = sending?.isPending === true
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
        <FormProblem error={sending?.error} words={words} />
      </form>
    </Dialog>
  )
}

/** These forms change no sale, and canceling the PIN changes nothing. */
const USUAL: FailureWords = {
  'not-found': 'staff.gone',
  'step-up-required': 'staff.unchanged',
  'stale-version': 'staff.stale',
}

export const FormProblem = ({ error, words }: ProblemProps) => (
  <Problem tone="info" error={error} words={{ ...USUAL, ...words }} />
)
