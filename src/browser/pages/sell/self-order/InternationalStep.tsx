import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { useText } from '../../../i18n/use-text.ts'
import { paths, withTile } from '../../../paths.ts'
import { useInternationalDraft } from '../../../sale/international.ts'
import { Button } from '../../../ui/Button.tsx'

/** From step to step; the tile that led here stays in the address, because it may have something to tell. */
export function useGo() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const tileId = search.get('tile') ?? undefined
  return {
    go: (path: string, isInstead = false) => void navigate(withTile(path, tileId), { replace: isInstead }),
    leave: () => {
      useInternationalDraft.getState().clear()
      void navigate(paths.sell())
    },
  }
}

export const setNumber = (number: string) => useInternationalDraft.getState().setNumber(number)

export const Page = ({ children }: { children: ReactNode }) => (
  <main className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4 md:px-5">{children}</main>
)

type HeadProps = { title: string; note?: string; picture?: ReactNode; children?: ReactNode; onCancel: () => void }

export function Head({ title, note, picture, children, onCancel }: HeadProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {picture}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h2 className="text-4 sm:text-5">
          <bdi>{title}</bdi>
        </h2>
        {note !== undefined && (
          <p className="text-ink-2">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
      <div className="flex gap-3">
        {children}
        <Button onClick={onCancel}>{t('ticket.cancel')}</Button>
      </div>
    </div>
  )
}

type WaitingProps = { error: Error | null; onRetry: () => void; children: string }

/** In place of what is not there yet. A tablet may read only so often: the counter is always there. */
export function Waiting({ error, onRetry, children }: WaitingProps) {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status">{error ? t('selfOrder.away') : children}</p>
      {error && (
        <Button size="lg" onClick={onRetry}>
          {t('storefront.tryAgain')}
        </Button>
      )}
    </div>
  )
}
