import { CircleAlert } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

type LoadingNoticeProps = { children: string; error: Error | null; onRetry: () => void }

/** In place of what is not there yet: that it comes, or that it did not and can be asked for again. */
export function LoadingNotice({ children, error, onRetry }: LoadingNoticeProps) {
  const t = useText()
  if (!error) {
    return (
      // As high as the tiles that come.
      <p className="flex min-h-[160px] items-center justify-center gap-2 text-ink-2" role="status" aria-busy="true">
        <Spinner /> {children}
      </p>
    )
  }
  return (
    <Notice tone="bad" role="alert" icon={<CircleAlert size={24} aria-hidden />} heading={t('international.failed')}>
      <p className="mb-3">{t('storefront.failedHint')}</p>
      <Button size="lg" onClick={onRetry}>
        {t('storefront.tryAgain')}
      </Button>
    </Notice>
  )
}
