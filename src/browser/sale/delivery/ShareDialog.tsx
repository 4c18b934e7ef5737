import { Mail, MessageCircle, Share2, type LucideIcon } from 'lucide-react'

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
      {number !== undefined && (
        <ShareLink icon={MessageCircle} href={whatsappLink(textWithoutCode(), number)} isOutside onClick={onClose}>
          {t('delivery.whatsappTo', { number: `\u2066${formatSaleAccount(sale)}\u2069` })}
        </ShareLink>
      )}
      <ShareLink icon={MessageCircle} href={whatsappLink(textWithoutCode())} isOutside onClick={onClose}>
        {t('delivery.whatsapp')}
      </ShareLink>
      <ShareLink icon={Mail} href={mailLink(title, textWithoutCode())} onClick={onClose}>
        {t('delivery.mail')}
      </ShareLink>
      {hasCode && <p className="text-1 text-ink-2">{t('delivery.shareWithout')}</p>}
    </Dialog>
  )
}

type ShareLinkProps = { icon: LucideIcon; href: string; isOutside?: boolean; onClick: () => void; children: string }

/** An address of another program: no page of this one, so the router has no part in it. */
function ShareLink({ icon: Icon, href, isOutside = false, onClick, children }: ShareLinkProps) {
  return (
    <a
      className="inline-flex min-h-bar items-center justify-center gap-2 rounded-2 border-1 border-line-strong bg-surface px-4 text-center text-3 font-medium text-ink no-underline active:bg-sunken"
      href={href}
      onClick={onClick}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <Icon size={20} aria-hidden /> <span>{children}</span>
    </a>
  )
}

/** Whom a recharge went to. A voucher's account may be anything, and its link would carry no code. */
const findPhone = ({ kind, account }: Sale): string | undefined =>
  kind !== 'voucher' && account !== undefined && /^\d{8,15}$/.test(account) ? account : undefined
