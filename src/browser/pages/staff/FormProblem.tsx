import type { FailureCode } from '#contract/proxy/failure.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'

type FormProblemProps = {
  error: unknown
  /** What a refusal means here, where the usual words would not say it. */
  words?: Partial<Record<FailureCode, MessageId>>
}

/** Here nothing is about a sale, and who takes the PIN back is told that nothing was changed. */
const USUAL: FormProblemProps['words'] = {
  'not-found': 'staff.gone',
  'step-up-required': 'staff.unchanged',
  'stale-version': 'staff.stale',
}

/** Why something was not read or not done. */
export function FormProblem({ error, words }: FormProblemProps) {
  const t = useText()
  if (error === null || error === undefined) return null
  const code = error instanceof ProxyFailure ? error.failure.code : undefined
  const own = code && { ...USUAL, ...words }[code]
  return (
    <Notice kind="info" role="alert">
      {t(own ?? failureMessage(error))}
    </Notice>
  )
}
