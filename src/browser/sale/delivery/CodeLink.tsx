import { ShieldAlert } from 'lucide-react'

import { readLink } from '#domain/voucher.ts'
import { useText } from '../../i18n/use-text.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { useIsKiosk } from '../../kiosk.ts'

const QR_PX = 184
const LONE_QR_PX = 320

type CodeLinkProps = {
  link: string
  /** There is a PIN to enter behind it. */
  hasPin: boolean
  /** Nothing else is there: it takes the space. */
  isAlone: boolean
}

/** Where the customer redeems: a QR code and the address, its host as the browser would really go. What is not safe to open is text; from a kiosk nothing is opened. */
export function CodeLink({ link: text, hasPin, isAlone }: CodeLinkProps) {
  const t = useText()
  const isKiosk = useIsKiosk()
  const link = readLink(text)
  if (link.kind === 'flagged') {
    return (
      <div className="codelink">
        <ShieldAlert className="ic" size={40} aria-hidden="true" />
        <div className="grow min-w-0">
          <div className="label">{t('delivery.link')}</div>
          <p className="codelink__text" dir="ltr">
            {link.text}
          </p>
          <p className="muted">{t(`delivery.flagged.${link.reason}`)}</p>
        </div>
      </div>
    )
  }
  const words = isKiosk ? 'kiosk.qrOnly' : hasPin ? 'delivery.redeemPin' : 'delivery.redeemLink'
  return (
    <div className={isAlone ? 'codelink codelink--alone' : 'codelink'}>
      <span className="codelink__qr">
        <QrCode text={link.href} name={t('delivery.qr')} minPx={isAlone ? LONE_QR_PX : QR_PX} />
      </span>
      <div className="grow min-w-0">
        <h3>{t('delivery.redeem')}</h3>
        <p className="muted">{t(words)}</p>
        {!isKiosk && (
          <a className="codelink__text" dir="ltr" href={link.href} target="_blank" rel="noopener noreferrer">
            <b>{link.host}</b>
            {link.rest}
          </a>
        )}
      </div>
    </div>
  )
}
