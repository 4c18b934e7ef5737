import type { ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { FormProblem } from './FormProblem.tsx'

type AsyncContentProps<T> = { query: { data: T | undefined; error: unknown }; children: (data: T) => ReactNode }

/** What was read last, with why it is not fresh; until then that it is being read, or why it cannot be. */
export function AsyncContent<T>({ query: { data, error }, children }: AsyncContentProps<T>) {
  const t = useText()
  return (
    <>
      <FormProblem error={error} />
      {data === undefined
        ? !error && (
            <p className="muted" role="status">
              {t('staff.reading')}
            </p>
          )
        : children(data)}
    </>
  )
}
