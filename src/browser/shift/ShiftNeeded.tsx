import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'

import { statusQuery } from '../api/status.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

const STOPS = {
  none: { why: 'shift.none', action: 'shift.open' },
  counting: { why: 'failure.drawer-counting', action: 'shift.title' },
  open: undefined,
} as const

/** No shift is open, or a count is in progress. `undefined` if drawers are not counted. */
export function useShiftStop() {
  const { data: shift } = useQuery({ ...statusQuery, select: ({ shift: state }) => state })
  return shift && STOPS[shift]
}

/** Shown before money is requested, with a link to the drawer. The server refuses the sale in any case. */
export function ShiftNeeded() {
  const t = useText()
  const stop = useShiftStop()
  if (!stop) return null
  return (
    <Notice tone="wait" role="status" icon={<Banknote size={24} aria-hidden />}>
      <p className="mb-2">{t(stop.why)}</p>
      <ButtonLink to={paths.shift()}>{t(stop.action)}</ButtonLink>
    </Notice>
  )
}
