import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { salesTodayQuery } from '../../api/sale.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { useText } from '../../i18n/use-text.ts'
import { useDraft } from '../../sale/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { readNumberEntry, findOperators, learnOperators } from './ticket-entry.ts'

const MAX_SHOWN = 4
/** Digits needed for a guess. */
const MIN_DIGITS = 4

type OperatorRowProps = { shop: ArrangedCatalog; onTake: (path: string) => void }

/** Operators for a number typed before a product is chosen, the probable one first. */
export function OperatorRow({ shop, onTake }: OperatorRowProps) {
  const t = useText()
  const typed = useDraft((draft) => draft.number)
  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })
  useEffect(() => {
    if (sales) learnOperators(sales)
  }, [sales])

  const { number } = readNumberEntry(typed)
  if (!('national' in number) || number.status === 'refused' || number.national.length < MIN_DIGITS) return null
  const operators = findOperators(shop, typed).slice(0, MAX_SHOWN)
  if (operators.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 pt-3" role="group" aria-label={t('quick.operators')}>
      {operators.map(({ brand, path, picture, isProbable }) => (
        <Button key={brand} variant={isProbable ? 'tint' : 'secondary'} onClick={() => onTake(path)}>
          <Picture name={brand} size="xs" {...picture} />
          {isProbable ? t('ticket.probably', { operator: brand }) : <bdi>{brand}</bdi>}
        </Button>
      ))}
    </div>
  )
}
