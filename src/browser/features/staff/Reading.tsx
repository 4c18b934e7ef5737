import type { ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { Problem } from './Problem.tsx'

type ReadingProps<T> = { query: { data: T | undefined; error: unknown }; children: (data: T) => ReactNode }

/** What was read last, with why it is not fresh; until then that it is being read, or why it cannot be. */
export function Reading<T>({ query: { data, error }, children }: ReadingProps<T>) {
  const t = useText()
  return (
    <>
      <Problem error={error} />
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
