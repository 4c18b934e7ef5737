import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { Drawer } from '#contract/proxy/shifts.ts'
import { drawerQuery } from '../api/shifts.ts'
import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'

const READ_INTERVAL_MS = 5_000

/** Why nothing can be paid at this till now: its drawer has no open shift, or is being counted. Undefined while nobody knows, and where nothing is counted. */
export function useShiftStop(): 'failure.shift-needed' | 'failure.drawer-counting' | undefined {
  const { data: hasDrawer = false } = useQuery({
    ...sessionQuery,
    select: ({ settings, terminal }) => settings?.drawer === true && terminal?.isKiosk !== true,
  })
  const { data: drawer } = useQuery({
    ...drawerQuery(),
    enabled: hasDrawer,
    // Somebody may see to it in another tab.
    refetchInterval: ({ state }) => (stopOf(state.data) ? READ_INTERVAL_MS : false),
  })
  return hasDrawer ? stopOf(drawer) : undefined
}

function stopOf(drawer: Drawer | undefined) {
  if (drawer && !drawer.shift) return 'failure.shift-needed'
  return drawer?.shift?.comparison ? 'failure.drawer-counting' : undefined
}

/** Told before a customer is asked for money, with the way to the drawer; the proxy refuses the sale in any case. */
export function ShiftNeeded() {
  const t = useText()
  const stop = useShiftStop()
  if (!stop) return null
  return (
    <Notice tone="wait" role="status" icon={<Banknote size={24} aria-hidden />}>
      {t(stop)}{' '}
      <Link className="font-semibold text-act-ink underline" to={paths.shift()}>
        {t('userMenu.shift')}
      </Link>
    </Notice>
  )
}
