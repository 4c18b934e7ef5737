import { Copy, Mail, MessageCircle, Share2 } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { canShare, mailLink, whatsappLink } from '../../printing/share.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../sale-account.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Delivery } from './use-delivery.ts'

type ShareDialogProps = { handOut: Delivery; onClose: () => void }

/** The system's share sheet takes code and receipt; links would carry what they are given over many hands, so theirs is without the code. */
export function ShareDialog({ handOut, onClose }: ShareDialogProps) {
  const t = useText()
  const { sale, canShareCode, title, textWithoutCode } = handOut
  const hasCode = sale.voucher !== undefined
  const hasSheet = canShare()
  const number = findPhone(sale)
  const share = () => {
    void handOut.share()
    onClose()
  }
  return (
    <Dialog heading={t('delivery.share')} onClose={onClose}>
      <div className="sharing">
        {!hasSheet && <p>{t(hasCode ? 'delivery.noShareSheet' : 'delivery.noShareSheetReceipt')}</p>}
        {hasSheet && (canShareCode || !hasCode) && (
          <button type="button" className="btn btn--lg btn--tint" onClick={share}>
            <Share2 className="ic" size={20} aria-hidden="true" />{' '}
            {t(hasCode ? 'delivery.shareCode' : 'delivery.shareReceipt')}
          </button>
        )}
        {!hasSheet && canShareCode && (
          <Button
            variant="tint"
            size="lg"
            icon={Copy}
            onClick={() => {
              void handOut.copyText()
              onClose()
            }}
          >
            {t('delivery.copyText')}
          </Button>
        )}
        {number !== undefined && (
          <a
            className="btn btn--lg no-underline"
            href={whatsappLink(textWithoutCode(), number)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
          >
            <MessageCircle className="ic" size={20} aria-hidden="true" />
            <span>{t('delivery.whatsappTo', { number: `\u2066${formatSaleAccount(sale)}\u2069` })}</span>
          </a>
        )}
        <a
          className="btn btn--lg no-underline"
          href={whatsappLink(textWithoutCode())}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          <MessageCircle className="ic" size={20} aria-hidden="true" /> {t('delivery.whatsapp')}
        </a>
        <a className="btn btn--lg no-underline" href={mailLink(title, textWithoutCode())} onClick={onClose}>
          <Mail className="ic" size={20} aria-hidden="true" /> {t('delivery.mail')}
        </a>
        {hasCode && <p className="small muted">{t('delivery.shareWithout')}</p>}
        <button type="button" className="btn btn--lg btn--quiet" onClick={onClose}>
          {t('shell.close')}
        </button>
      </div>
    </Dialog>
  )
}

/** Whom a recharge went to. A voucher's account may be anything, and its link would carry no code. */
const findPhone = ({ kind, account }: Sale): string | undefined =>
  kind !== 'voucher' && account !== undefined && /^\d{8,15}$/.test(account) ? account : undefined
