import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { useCurrentUser } from '../current-user.ts'
import { useText } from '../i18n/use-text.ts'
import { canSellAgain, openSaleAgain } from './repeat-international.ts'

type SellAgainButtonProps = { sale: Sale; isBlock?: boolean }

/** The same to a number abroad once more, at the prices of now; nothing for other sales, which need no number to be typed again. */
export function SellAgainButton({ sale, isBlock = false }: SellAgainButtonProps) {
  const t = useText()
  const navigate = useNavigate()
  const mayAbroad = useCurrentUser().may('international')
  if (!canSellAgain(sale) || !mayAbroad) return null
  return (
    <button
      type="button"
      className={isBlock ? 'btn btn--lg btn--block' : 'btn btn--lg'}
      onClick={() => void navigate(openSaleAgain(sale))}
    >
      <RotateCw className="ic flip" size={20} aria-hidden="true" /> {t('sale.international.again')}
    </button>
  )
}
