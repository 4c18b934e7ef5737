import { ShieldAlert, ShieldCheck } from 'lucide-react'

import type { AuditPage } from '#contract/proxy/audit.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'

type WholenessProps = { page: AuditPage | undefined }

/** Whether each line still follows from the one before it, and what it means when one does not. */
export function Wholeness({ page }: WholenessProps) {
  const t = useText()
  if (page?.isIntact === undefined) return null
  if (page.isIntact) {
    return (
      <p className="row" role="status">
        <ShieldCheck className="ic" size={20} aria-hidden="true" />
        <span>
          <b>{t('log.whole')}</b> <span className="muted">{t('log.wholeMeans')}</span>
        </span>
      </p>
    )
  }
  return (
    <Notice
      role="alert"
      icon={<ShieldAlert className="ic" size={24} aria-hidden="true" />}
      heading={
        page.firstBadLine === undefined ? t('log.broken') : t('log.brokenAt', { number: String(page.firstBadLine) })
      }
    >
      <p>{t('log.brokenMeans')}</p>
    </Notice>
  )
}
