import { Copy, Mail, MessageCircle, Share2 } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { canShare, mailLink, whatsappLink } from '../../printing/share.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../sale-account.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
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
      {number !== undefined && (
        <ButtonAnchor
          size="lg"
          icon={MessageCircle}
          href={whatsappLink(textWithoutCode(), number)}
          {...OUTSIDE}
          onClick={onClose}
        >
          {t('delivery.whatsappTo', { number: `\u2066${formatSaleAccount(sale)}\u2069` })}
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
      <ButtonAnchor size="lg" icon={Mail} href={mailLink(title, textWithoutCode())} onClick={onClose}>
        {t('delivery.mail')}
      </ButtonAnchor>
      {hasCode && <p className="text-1 text-ink-2">{t('delivery.shareWithout')}</p>}
    </Dialog>
  )
}

/** The address of another program. */
const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' }

/** Whom a recharge went to. A voucher's account may be anything, and its link would carry no code. */
const findPhone = ({ kind, account }: Sale): string | undefined =>
  kind !== 'voucher' && account !== undefined && /^\d{8,15}$/.test(account) ? account : undefined
