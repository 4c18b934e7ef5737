import { useText } from '../../../i18n/use-text.ts'

/** Shown while there is no catalogue yet: loading, or why not. */
export function StorefrontError({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const t = useText()
  if (!hasFailed) {
    return (
      <p className="muted" role="status">
        {t('storefront.loading')}
      </p>
    )
  }
  return (
    <section className="card" role="alert">
      <h1 className="text-t-4">{t('storefront.failed')}</h1>
      <p className="muted mt-2 mb-4">{t('storefront.failedHint')}</p>
      <button type="button" className="btn btn--lg" onClick={onRetry}>
        {t('storefront.tryAgain')}
      </button>
    </section>
  )
}
