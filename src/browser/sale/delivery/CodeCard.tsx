import '../../styles/codes.css'

import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'

import { readLink, type Voucher } from '#domain/voucher.ts'
import { useText } from '../../i18n/use-text.ts'
import { CodeLink } from './CodeLink.tsx'
import { CodeText } from './CodeText.tsx'

type CodeCardProps = {
  voucher: Voucher
  /** How it stands with the customer. */
  foot: ReactNode
  onHide: () => void
}

/** What the customer takes away, large. Whatever the service did not give leaves no gap. */
export function CodeCard({ voucher: { number, serial, reference, link }, foot, onHide }: CodeCardProps) {
  const t = useText()
  const isLinkAlone = number === undefined && serial === undefined && reference === undefined && link !== undefined
  const isSafeLink = link !== undefined && readLink(link).kind === 'safe'
  const heading = number !== undefined ? 'pin' : isSafeLink ? 'link' : 'other'
  return (
    <section className="card paper codecard" aria-labelledby="code-heading">
      <div className="codecard__head">
        <h2 id="code-heading">{t(`delivery.heading.${heading}`)}</h2>
        <button type="button" className="btn btn--quiet" onClick={onHide}>
          <EyeOff className="ic" size={20} aria-hidden="true" /> {t('delivery.hide')}
        </button>
      </div>
      {number !== undefined && <CodeText code={number} name={t('delivery.pin')} />}
      {(serial !== undefined || reference !== undefined) && (
        <dl className="codecard__more">
          {serial !== undefined && (
            <div>
              <dt className="label">{t('delivery.serial')}</dt>
              <dd>
                <CodeText code={serial} name={t('delivery.serial')} size="small" />
              </dd>
            </div>
          )}
          {reference !== undefined && (
            <div>
              <dt className="label">{t('delivery.reference')}</dt>
              <dd className="code code--small">{reference}</dd>
            </div>
          )}
        </dl>
      )}
      {link !== undefined && (
        <>
          {!isLinkAlone && <hr />}
          <CodeLink link={link} hasPin={number !== undefined} isAlone={isLinkAlone} />
        </>
      )}
      {foot}
    </section>
  )
}
