import type { ReactNode } from 'react'

import { failureMessage, type FailureWords } from '../api/failure-message.ts'
import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'
import { Spinner } from './Button.tsx'
import { Notice } from './Notice.tsx'

type AsyncProps<T> = {
  query: { data: T | undefined; error: unknown }
  /** "Reading the sales". */
  loading?: MessageId
  children: (data: T) => ReactNode
}

export function Async<T>({ query: { data, error }, loading, children }: AsyncProps<T>) {
  const t = useText()
  return (
    <>
      <Problem error={error} />
      {data === undefined ? !error && <Loading text={loading && t(loading)} /> : children(data)}
    </>
  )
}

export type ProblemProps = {
  error: unknown
  words?: FailureWords | undefined
  tone?: 'bad' | 'info'
}

export function Problem({ error, words, tone = 'bad' }: ProblemProps) {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <Notice tone={tone} role="alert">
      {t(failureMessage(error, words))}
    </Notice>
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

export const GrayRows = () => (
  <div aria-hidden className="flex flex-col gap-3">
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className="h-bar rounded-3 bg-sunken" />
    ))}
  </div>
)
