import { useCurrentUser } from '../../current-user.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { hasSavedQuickRow } from '../../sale/favorites/saved-quick-row.ts'

const QuickRow = lazyPart(async () => (await import('./quick/QuickRow.tsx')).QuickRow)

/** As high as the row from the start where there will be one: the products do not move when it comes. */
const KEPT = { minHeight: 100 }

/** The place of favorites and recent sales, above the products. */
export function QuickRowSlot() {
  const { person } = useCurrentUser()
  return (
    <div style={hasSavedQuickRow(person.id) ? KEPT : undefined}>
      <QuickRow />
    </div>
  )
}
