import { ShieldAlert, ShieldCheck } from 'lucide-react'

import type { AuditPage } from '#contract/proxy/audit.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'

type LogIntegrityProps = { page: AuditPage | undefined }

/** Whether each line still follows from the one before it, and what it means when one does not. */
export function LogIntegrity({ page }: LogIntegrityProps) {
  const t = useText()
  if (page?.isIntact === undefined) return null
  if (page.isIntact) {
    return (
      <p className="row" role="status">
        <ShieldCheck className="ic" size={20} aria-hidden="true" />
        <span>
          <b>{t('auditLog.verified')}</b> <span className="muted">{t('auditLog.verifiedMeans')}</span>
        </span>
      </p>
    )
  }
  return (
    <Notice
      role="alert"
      icon={<ShieldAlert className="ic" size={24} aria-hidden="true" />}
      heading={
        page.firstBadLine === undefined
          ? t('auditLog.broken')
          : t('auditLog.brokenAt', { number: String(page.firstBadLine) })
      }
    >
      <p>{t('auditLog.brokenMeans')}</p>
    </Notice>
  )
}
