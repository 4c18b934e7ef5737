import type { ReactNode } from 'react'

import { failureMessage } from '../api/failure-message.ts'
import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'
import { Spinner } from './Button.tsx'
import { Notice } from './Notice.tsx'

type AsyncProps<T> = {
  query: { data: T | undefined; error: unknown }
  /** What is being read, in words ("Reading the sales"). */
  loading?: MessageId
  children: (data: T) => ReactNode
}

/** Why the last read of a query failed, above the data there is; while there is none, that it is loading. */
export function Async<T>({ query: { data, error }, loading, children }: AsyncProps<T>) {
  const t = useText()
  return (
    <>
      {error !== null && error !== undefined && (
        <Notice tone="bad" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      {data === undefined ? !error && <Loading text={loading && t(loading)} /> : children(data)}
    </>
  )
}

const Loading = ({ text }: { text: string | undefined }) => (
  <>
    <p role="status" aria-busy="true" className="flex min-h-bar items-center justify-center gap-2 text-ink-2">
      <Spinner /> {text}
    </p>
    <GrayRows />
  </>
)

/** Where the rows of a page will be. */
export const GrayRows = () => (
  <div aria-hidden className="flex flex-col gap-3">
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className="h-bar rounded-3 bg-sunken" />
    ))}
  </div>
)
