import type { SkippedPart } from '#contract/proxy/catalogue.ts'
import { formatAge, formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** Each part of the products: when it was last read, and why it cannot be now. */
export function PartsRead({ parts }: { parts: readonly SkippedPart[] }) {
  const t = useText()
  const locale = useLocale()
  const now = useProxyNow()
  return (
    <section className="card data__parts" aria-label={t('catalogueProblems.reading')}>
      <h2>{t('catalogueProblems.reading')}</h2>
      <dl>
        {parts.map(({ part, readAt, skippedCount, problem }) => (
          <div key={part}>
            <dt>{t(`catalogueProblems.part.${part}`)}</dt>
            <dd>
              <span>
                {readAt === undefined
                  ? t('catalogueProblems.neverRead')
                  : t('catalogueProblems.readAt', { age: formatAge(readAt, now, locale) })}
              </span>
              <span className="muted small">{t('catalogueProblems.skipped', { count: skippedCount })}</span>
              {problem && (
                <span className="data__problem small">
                  {t('catalogueProblems.failingSince', { time: formatTime(problem.since) })}
                  <bdi lang="en">{problem.text}</bdi>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
