import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { canSellAgain, openSaleAgain } from './repeat-international.ts'
import { Button } from '../ui/Button.tsx'
import { usePermission } from '../use-permission.ts'

/** The same to a number abroad once more, at the prices of now; nothing for other sales, which need no number to be typed again. */
export function SellAgainButton({ sale }: { sale: Sale }) {
  const t = useText()
  const navigate = useNavigate()
  const mayAbroad = usePermission('international')
  if (!canSellAgain(sale) || !mayAbroad) return null
  return (
    <Button size="lg" icon={RotateCw} onClick={() => void navigate(openSaleAgain(sale))}>
      {t('sale.intl.again')}
    </Button>
  )
}
