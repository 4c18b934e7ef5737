import { Megaphone } from 'lucide-react'

import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/Notice.tsx'

export function CustomerWarning({ children }: { children: string | undefined }) {
  const t = useText()
  if (children === undefined) return null
  return (
    <Notice icon={<Megaphone size={24} aria-hidden />} heading={t('ticket.tellCustomer')}>
      <bdi className="whitespace-pre-line">{children}</bdi>
    </Notice>
  )
}
