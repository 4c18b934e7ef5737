import type { Ready, Status, StopReason } from '#api/status.ts'
import type { Clock } from '../lib/clock.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

export type StateSource = {
  wholesaler: Pick<Wholesaler, 'health' | 'isFenced'>
  disk: Pick<DiskGuard, 'isFull'>
}
type State = Pick<Status, 'service' | 'reason' | 'since'>

const STOPPED: Record<StopReason, string> = {
  signature: 'the provider rejects our signature',
  inactive: 'the provider says that this point of sale is not active',
  contradiction: 'the provider sent two different final results for one sale',
  restored: 'the shop was restored from a backup, and a supervisor has to review it and resume selling',
  'disk-full': 'the disk is nearly full',
}

export type SellingState = ReturnType<typeof createSellingState>

export function createSellingState(clock: Pick<Clock, 'now'>) {
  const diskSince = new WeakMap<StateSource, number>()

  /** A full disk also stops selling; a reason from the wholesaler has priority. */
  function read(stack: StateSource): State {
    const { wholesaler, disk } = stack
    const { service, reason, since } = wholesaler.health()
    const fullSince = disk.isFull() ? (diskSince.get(stack) ?? clock.now()) : undefined
    if (fullSince === undefined) diskSince.delete(stack)
    else diskSince.set(stack, fullSince)
    if (service === 'stopped') return { service, ...(reason ? { reason } : {}), since }
    return fullSince === undefined ? { service, since } : { service: 'stopped', reason: 'disk-full', since: fullSince }
  }

  return {
    read,
    readReady: (stack: StateSource): Ready => {
      const fenced = stack.wholesaler.isFenced()
      const reason = sellingProblem(read(stack), fenced)
      return { selling: reason === undefined, ...(reason ? { reason } : {}), fenced, leads: true }
    },
  }
}

function sellingProblem(
  { service, reason }: Pick<Status, 'service' | 'reason'>,
  isFenced: boolean,
): string | undefined {
  if (reason) return STOPPED[reason]
  if (service === 'unreachable') return 'the provider is not responding'
  return isFenced ? undefined : 'waiting for the first response of the provider'
}
