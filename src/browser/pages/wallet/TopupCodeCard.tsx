import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { groupByFour } from './group-by-four.ts'

type TopupCodeCardProps = { code: string | undefined }

/** On paper, for whoever pays money in: the code is copied as the wholesaler wrote it. */
export function TopupCodeCard({ code }: TopupCodeCardProps) {
  const t = useText()
  const [copied, setCopied] = useState<string>()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return (
    <section className="slipwrap m-0" aria-label={t('wallet.addMoney')}>
      <div className="slip wallet__code">
        <h2>{t('wallet.addMoney')}</h2>
        {code === undefined ? (
          <p className="muted">{t('wallet.noTopupCode')}</p>
        ) : (
          <>
            <p className="muted">{t('wallet.addMoneyLead')}</p>
            <div className="wallet__digits mono num">{groupByFour(code)}</div>
            <QrCode text={code} name={t('wallet.qr')} minPx={144} className="wallet__qr" />
            {/* Only a page over https or on this machine may write to the clipboard. */}
            {'clipboard' in navigator && (
              <button type="button" className="btn" onClick={() => void copy(code)}>
                {copied === code ? <Check className="ic" size={20} /> : <Copy className="ic" size={20} />}
                <span role="status">{t(copied === code ? 'wallet.copied' : 'wallet.copy')}</span>
              </button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
