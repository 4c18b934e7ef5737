import { useText } from '../../i18n/use-text.ts'

type LoadingNoticeProps = { children: string; error: Error | null; onRetry: () => void }

/** In place of what is not there yet: that it comes, or that it did not. */
export function LoadingNotice({ children, error, onRetry }: LoadingNoticeProps) {
  const t = useText()
  if (!error) {
    return (
      <p className="muted intl__waiting" role="status">
        {children}
      </p>
    )
  }
  return (
    <section className="card intl__waiting" role="alert">
      <h2 className="text-t-4">{t('international.failed')}</h2>
      <p className="muted mt-2 mb-4">{t('storefront.failedHint')}</p>
      <button type="button" className="btn btn--lg" onClick={onRetry}>
        {t('storefront.tryAgain')}
      </button>
    </section>
  )
}
