import { RefreshCw } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'

type CheckNowButtonProps = { canAsk: boolean; onPress: () => void }

/** Has the service asked before it is its time. */
export function CheckNowButton({ canAsk, onPress }: CheckNowButtonProps) {
  const t = useText()
  return (
    <button type="button" className="btn btn--lg" aria-disabled={!canAsk} onClick={onPress}>
      <RefreshCw className="ic" size={20} aria-hidden="true" /> {t('sale.checkNow')}
    </button>
  )
}
