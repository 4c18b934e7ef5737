import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { canSellAgain, openSaleAgain } from './repeat-international.ts'
import { Button } from '../ui/Button.tsx'
import { useCurrentUser } from '../current-user.ts'

/** The same international top-up once more, at today's prices. Other sales are quickly typed again, and have none. */
export function SellAgainButton({ sale }: { sale: Sale }) {
  const t = useText()
  const navigate = useNavigate()
  const { may } = useCurrentUser()
  if (!canSellAgain(sale) || !may('international')) return null
  return (
    <Button size="lg" icon={RotateCw} onClick={() => void navigate(openSaleAgain(sale))}>
      {t('sale.international.again')}
    </Button>
  )
}
