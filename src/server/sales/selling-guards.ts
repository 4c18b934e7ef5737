import { holdsOrder } from '#domain/order.ts'
import { usesCash } from '#domain/money/payment.ts'
import type { Terminal } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { CommitGuard } from './commit-guard.ts'
import type { ShiftState } from '../shifts/store.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { SaleEngine } from './engine/engine.ts'
import { moneyMovedForFailure } from './sale-access.ts'

type StopReason = NonNullable<ReturnType<Wholesaler['health']>['reason']>

const STOPPED: Record<StopReason, string> = {
  signature:
    'The provider rejects our signature. Either the token is wrong, or another program uses this POS account with higher keys. Check the token, ask support for the last key, and set TOPUP_KEY_FLOOR above it, or keyFloor if SHOPS_FILE is set.',
  inactive: 'The provider says that this point of sale is not active. Ask its support.',
  contradiction:
    'The provider sent two different final results for one sale. Ask its support before you continue selling.',
  restored:
    'The shop was restored from a backup. Nothing is sold until a supervisor reviews what may be missing and resumes selling.',
}

/** Throws `RequestRefused` while selling is stopped by the wholesaler's answers. Then nothing may be confirmed either. */
export function refuseWhenStopped(wholesaler: Pick<Wholesaler, 'health'>): void {
  const { service, reason: why } = wholesaler.health()
  if (service !== 'stopped') return
  const reason = why ? STOPPED[why] : 'Selling is stopped.'
  const way = why === 'restored' ? '' : ' A supervisor can try again.'
  throw new RequestRefused(503, 'selling-stopped', `${reason}${way}`)
}

/** Throws `RequestRefused`, because new work could not be finished. */
export function refuseWhenShuttingDown({ isStopped }: Pick<SaleEngine, 'isStopped'>): void {
  if (isStopped())
    throw new RequestRefused(503, 'not-ready', 'The till is stopping. Nothing was sent. Try again when it is running.')
}

/** Throws `RequestRefused` while selling is stopped, the wholesaler is unreachable, or the disk is full. */
export function refuseNewSales(wholesaler: Pick<Wholesaler, 'health'>, disk: Pick<DiskGuard, 'isFull'>): void {
  refuseWhenStopped(wholesaler)
  if (wholesaler.health().service === 'unreachable') {
    throw new RequestRefused(
      503,
      'service-unreachable',
      'The provider is not responding. Nothing was sent. Try again when it is back.',
    )
  }
  if (disk.isFull()) {
    throw new RequestRefused(
      503,
      'disk-full',
      'The disk of this till is almost full: no new sale can start, and sales in progress continue. Free up space on it.',
    )
  }
}

export type Drawers = {
  isOn: () => boolean
  stateAt: (terminalId: string) => Promise<ShiftState>
}

/** Checks in the commit of an approval that the till has an open shift whose drawer is not being counted. */
export const drawerGuardFor = (drawers: Drawers | undefined, terminal: Terminal): CommitGuard['drawer'] =>
  hasDrawer(drawers, terminal) ? { terminalId: terminal.id, refuse: refuseWithoutShift } : undefined

/** Checks before a sale is opened, so no one fills in a ticket that cannot be sent. */
export async function requireShift(drawers: Drawers | undefined, terminal: Terminal): Promise<void> {
  if (hasDrawer(drawers, terminal)) refuseWithoutShift(await drawers.stateAt(terminal.id))
}

/** Cash leaves a drawer only during a shift, even while it is counted. A test transaction was not paid, so it concerns no drawer. */
export function refundGuardFor(
  drawers: Drawers | undefined,
  terminal: Terminal,
  sale: SaleRecord,
): CommitGuard['drawer'] {
  const isCash = usesCash(sale.refund?.done ?? {})
  if (!hasDrawer(drawers, terminal) || !isCash || sale.isTest) return undefined
  const refuse = (state: ShiftState) => {
    if (state === 'none') throw shiftNeeded(moneyMovedForFailure(sale))
  }
  return { terminalId: terminal.id, refuse }
}

/** In the commit that opens or approves a sale for an order: no other sale of it is or may be sold. */
export const orderGuardFor = ({ orderId }: SaleRecord): CommitGuard['order'] =>
  orderId === undefined ? undefined : refuseSecondSale

function refuseSecondSale(others: readonly SaleRecord[]): void {
  const holder = others.find(holdsOrder)
  if (!holder) return
  const message = `Sale ${holder.number} is for the same order, and is ${holder.state}. Check that one first.`
  throw new RequestRefused(409, 'order-taken', message)
}

/** A kiosk has no drawer. */
const hasDrawer = (drawers: Drawers | undefined, { isKiosk }: Terminal): drawers is Drawers =>
  drawers?.isOn() === true && !isKiosk

function refuseWithoutShift(state: ShiftState): void {
  if (state === 'none') throw shiftNeeded('no')
  if (state === 'counting')
    throw new RequestRefused(409, 'drawer-counting', 'The drawer of this till is being counted. Close the shift first.')
}

const shiftNeeded = (moneyMoved: 'no' | 'unknown') =>
  new RequestRefused(409, 'shift-needed', 'No shift is open at this till. Count its drawer to open one.', {
    moneyMoved,
  })
