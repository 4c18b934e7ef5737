import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { useSupportFacts } from './use-support-facts.ts'

/** To read out on the telephone, or to copy into a letter. */
export function SupportFacts() {
  const t = useText()
  const facts = useSupportFacts()
  const [said, setSaid] = useState<'support.copied' | 'support.notCopied'>()
  const copy = async () => {
    const text = facts.map(({ label, value }) => `${t(label)}: ${value}`).join('\n')
    // Only a page over https or on this machine may write to the clipboard.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'support.copied' : 'support.notCopied')
  }
  return (
    <section className="card" aria-label={t('support.facts')}>
      <h2>{t('support.facts')}</h2>
      <dl className="support__facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" className="btn" onClick={() => void copy()}>
        {said === 'support.copied' ? (
          <Check className="ic" size={20} aria-hidden="true" />
        ) : (
          <Copy className="ic" size={20} aria-hidden="true" />
        )}
        <span role="status">{t(said ?? 'support.copy')}</span>
      </button>
    </section>
  )
}
