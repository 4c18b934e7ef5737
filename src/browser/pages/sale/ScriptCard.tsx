import { MessageSquareQuote } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'

/** Words to read aloud. */
export function ScriptCard({ children }: { children: string }) {
  const t = useText()
  return (
    <section className="say">
      <h2>
        <MessageSquareQuote className="ic" size={20} aria-hidden="true" /> {t('sale.say')}
      </h2>
      <p>{children}</p>
    </section>
  )
}
