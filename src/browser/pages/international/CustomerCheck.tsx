import { MessageSquareQuote } from 'lucide-react'

import type { PhoneMask } from '#domain/phone-mask.ts'
import { useText } from '../../i18n/use-text.ts'
import type { RecipientEntry } from './recipient-entry.ts'

/** The number large enough to be read across the counter while it is typed. */
export function CustomerCheck({ mask, recipient }: { mask: PhoneMask; recipient: RecipientEntry }) {
  const t = useText()
  const { prefix, shown, gaps } = recipient
  const code = `\u2066+${mask.code}\u2069`
  return (
    <section className="card paper intl__check" aria-label={t('international.mirrorRegion')}>
      <h2>
        <MessageSquareQuote className="ic" size={20} aria-hidden="true" /> {t('international.mirror')}
      </h2>
      <div className="intl__digits num">
        {prefix !== '' && <span>{prefix} </span>}
        {shown}
        <span aria-hidden="true">{gaps}</span>
      </div>
      <div className="intl__rule">
        {t(mask.isOpen ? 'international.atLeast' : 'international.length', { count: mask.fewest, code })}
      </div>
    </section>
  )
}
