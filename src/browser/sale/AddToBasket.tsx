import { ShoppingBasket } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

import type { BatchLineContent } from '#api/batches.ts'
import { useText } from '../i18n/use-text.ts'
import { useIsKiosk } from '../lib/kiosk.ts'
import { useIsCurrentPage } from '../lib/lazy-part.tsx'
import { paths } from '../paths.ts'
import { Button, type ButtonSize } from '../ui/Button.tsx'
import { findBasketProblem, settleBasket, useBasket } from './basket.ts'
import { useDraft } from './draft.ts'

type AddToBasketProps = {
  name: string
  /** Undefined until the ticket is filled. */
  content: BatchLineContent | undefined
  count?: number | undefined
  size: ButtonSize
  /** Shows what is missing. */
  onMissing?: () => void
  /** Ends what these lines were opened as. */
  onAdded?: () => void
}

export function AddToBasket({ name, content, count = 1, size, onMissing, onAdded }: AddToBasketProps) {
  const t = useText()
  const navigate = useNavigate()
  const isCurrentPage = useIsCurrentPage()
  const isKiosk = useIsKiosk()
  const { lines, add } = useBasket()
  useEffect(settleBasket, [])
  // Two codes for one account are not two lines of a basket.
  if (isKiosk || (count > 1 && content?.account !== undefined)) return null
  const problem = content && findBasketProblem(lines, content, count)
  const addAll = () => {
    if (!isCurrentPage()) return
    if (!content) return onMissing?.()
    onAdded?.()
    add(Array.from({ length: count }, () => ({ ...content, name })))
    useDraft.getState().clear()
    void navigate(paths.sell())
  }
  return (
    <Button
      size={size}
      icon={ShoppingBasket}
      blocked={problem && (problem === 'repeated' ? t('basket.isIn') : t('basket.fits', { count: problem.fits }))}
      onClick={addAll}
    >
      <span className={size === 'key' ? 'text-2 leading-4' : ''}>{t('basket.add')}</span>
    </Button>
  )
}
