import { RefreshCw } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'

type AskNowButtonProps = { canAsk: boolean; onPress: () => void }

/** Has the service asked before it is its time. */
export function AskNowButton({ canAsk, onPress }: AskNowButtonProps) {
  const t = useText()
  return (
    <button type="button" className="btn btn--lg" aria-disabled={!canAsk} onClick={onPress}>
      <RefreshCw className="ic" size={20} aria-hidden="true" /> {t('sale.checkNow')}
    </button>
  )
}
