import { CircleAlert, Megaphone } from 'lucide-react'

import { useDraft } from '../../../sale/draft.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** What has to be read beside the open ticket: why the last review was turned down, and what to tell the customer first. */
export function TicketNotes({ warning }: { warning: string | undefined }) {
  const t = useText()
  const refusal = useDraft((draft) => draft.refusal)
  return (
    <>
      {refusal && (
        <Notice
          kind="info"
          role="alert"
          icon={<CircleAlert className="ic" size={24} />}
          // Its text came with the sale screen, which turned the review down.
          heading={t(`failure.${refusal}`)}
        >
          {t('failure.money.no')}
        </Notice>
      )}
      {warning !== undefined && (
        <Notice icon={<Megaphone className="ic" size={24} />} heading={t('ticket.tellCustomer')}>
          <bdi className="whitespace-pre-line">{warning}</bdi>
        </Notice>
      )}
    </>
  )
}
