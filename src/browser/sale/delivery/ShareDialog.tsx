import { useQuery } from '@tanstack/react-query'
import { Copy, FileDown, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'

import { sessionQuery } from '../../api/session.ts'
import { canShare, mailLink, whatsappLink } from '../../printing/share.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MailReceipt } from './MailReceipt.tsx'
import type { Delivery } from './use-delivery.ts'

type ShareDialogProps = {
  handOut: Pick<Delivery, 'hasCode' | 'canShareCode' | 'phone' | 'title' | 'share' | 'copyText' | 'textWithoutCode'> &
    Partial<Pick<Delivery, 'savePdf' | 'sale'>>
  onClose: () => void
}

/** The system's share sheet takes code and receipt; links would carry what they are given over many hands, so theirs is without the code. */
export function ShareDialog({ handOut, onClose }: ShareDialogProps) {
  const t = useText()
  const { hasCode, canShareCode, phone, title, textWithoutCode, savePdf, sale } = handOut
  const { data: mails } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.mailsReceipts === true })
  const [hasNoDialog, setHasNoDialog] = useState(false)
  const hasSheet = canShare()
  const share = () => {
    void handOut.share()
    onClose()
  }
  const copy = () => {
    void handOut.copyText()
    onClose()
  }
  return (
    <Dialog
      heading={t('delivery.share')}
      foot={
        <Button size="lg" variant="quiet" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      {!hasSheet && <p>{t(hasCode ? 'delivery.noShareSheet' : 'delivery.noShareSheetReceipt')}</p>}
      {hasSheet && (canShareCode || !hasCode) && (
        <Button size="lg" variant="tint" icon={Share2} onClick={share}>
          {t(hasCode ? 'delivery.shareCode' : 'delivery.shareReceipt')}
        </Button>
      )}
      {!hasSheet && canShareCode && (
        <Button size="lg" variant="tint" icon={Copy} onClick={copy}>
          {t('delivery.copyText')}
        </Button>
      )}
      {phone !== undefined && (
        <ButtonAnchor
          size="lg"
          icon={MessageCircle}
          href={whatsappLink(textWithoutCode(), phone.digits)}
          {...OUTSIDE}
          onClick={onClose}
        >
          {t('delivery.whatsappTo', { number: `\u2066${phone.shown}\u2069` })}
        </ButtonAnchor>
      )}
      <ButtonAnchor
        size="lg"
        icon={MessageCircle}
        href={whatsappLink(textWithoutCode())}
        {...OUTSIDE}
        onClick={onClose}
      >
        {t('delivery.whatsapp')}
      </ButtonAnchor>
      {mails && sale ? (
        <MailReceipt sale={sale} />
      ) : (
        <ButtonAnchor size="lg" icon={Mail} href={mailLink(title, textWithoutCode())} onClick={onClose}>
          {t('delivery.mail')}
        </ButtonAnchor>
      )}
      {savePdf && (
        <>
          <Button
            size="lg"
            icon={FileDown}
            onClick={() => void savePdf().then((isShown) => (isShown ? onClose() : setHasNoDialog(true)))}
          >
            {t('delivery.pdf')}
          </Button>
          <p className="text-1 text-ink-2" role="status">
            {t(hasNoDialog ? 'delivery.pdfNone' : 'delivery.pdfHint')}
          </p>
        </>
      )}
      {hasCode && <p className="text-1 text-ink-2">{t('delivery.shareWithout')}</p>}
    </Dialog>
  )
}

/** The address of another program. */
const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' }
