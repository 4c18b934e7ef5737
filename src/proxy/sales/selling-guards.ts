import { RequestRefused } from '../failures.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { SaleEngine } from './engine.ts'

/** Whether there is enough room for new sales (DESIGN rule 16). */
export type Disk = { isFull: () => boolean }

type StopReason = NonNullable<ReturnType<Wholesaler['health']>['reason']>

const STOPPED: Record<StopReason, string> = {
  signature:
    'The service refuses our signature. Either the token is wrong, or another program uses this POS account with higher keys. Check the token; ask support for the last key; set TOPUP_KEY_FLOOR above it.',
  inactive: 'The service says that this point of sale is not active. Ask its support.',
  contradiction: 'The service contradicted itself about a sale that was final. Ask its support before you sell on.',
}

/** Throws `RequestRefused` while selling is stopped because of the wholesaler's answers. Then nothing may be confirmed either. */
export function refuseWhenStopped(wholesaler: Pick<Wholesaler, 'health'>): void {
  const { service, reason: why } = wholesaler.health()
  if (service !== 'stopped') return
  const reason = why ? STOPPED[why] : 'Selling is stopped.'
  throw new RequestRefused(503, 'selling-stopped', `${reason} A supervisor can try again.`)
}

/** Throws `RequestRefused` while the process shuts down, because new work could not be finished. */
export function refuseWhenShuttingDown({ isStopped }: Pick<SaleEngine, 'isStopped'>): void {
  if (isStopped())
    throw new RequestRefused(503, 'not-ready', 'The till is being stopped. Nothing was sent; try again when it runs.')
}

/** Throws `RequestRefused` if no new sale may be opened: selling is stopped, the wholesaler is unreachable, or the disk is full. */
export function refuseNewSales(wholesaler: Pick<Wholesaler, 'health'>, disk: Disk | undefined): void {
  refuseWhenStopped(wholesaler)
  if (wholesaler.health().service === 'unreachable') {
    throw new RequestRefused(
      503,
      'service-unreachable',
      'The service does not answer. Nothing was sent; try again when it is back.',
    )
  }
  if (disk?.isFull()) {
    throw new RequestRefused(
      503,
      'disk-full',
      'The disk of this till is nearly full: nothing new is sold, sales under way go on. Make room on it.',
    )
  }
}
