import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from '../api/session.ts'
import { isQuickKept } from '../quick-kept.ts'
import { laterPart } from './later.tsx'

const load = () => import('./quick-parts.ts')
const QuickRow = laterPart(load, (module) => module.QuickRow)

export const KeyHints = laterPart(load, (module) => module.KeyHints)
export const ServiceStar = laterPart(load, (module) => module.ServiceStar)

/** As high as the row from the start where there will be one: the shelves do not move when it comes. */
const KEPT = { minHeight: 100 }

/** The place of favourites and recent sales, above the shelves. */
export function Quick() {
  const { data: session } = useQuery(sessionQuery)
  return (
    <div style={isQuickKept(session?.person?.id) ? KEPT : undefined}>
      <QuickRow />
    </div>
  )
}
