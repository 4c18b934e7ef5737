import { failureMessage } from '../api/failure-message.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/Notice.tsx'

export function SaleProblem({ error }: { error: unknown }) {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <Notice tone="info" role="alert">
      {t(failureMessage(error))}
    </Notice>
  )
}
