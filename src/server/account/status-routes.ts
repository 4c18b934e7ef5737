import type { FastifyRequest } from 'fastify'

import type { Status } from '#api/status.ts'
import type { Clock } from '../lib/clock.ts'
import { VERSION } from '../lib/version.ts'
import { auditActor } from '../sales/sale-staff.ts'
import type { Orders } from '../orders/orders.ts'
import type { Sales } from '../sales/sales.ts'
import type { AccountServices } from './services.ts'
import type { SellingState, StateSource } from './selling-state.ts'
import { access, personOf, terminalOf } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { countVisibleHere, viewerOf } from '../staff/terminals/kiosk-routes.ts'
import { tellAlive, tellReady } from '../http/metrics-routes.ts'
import { route, type Route } from '../http/route.ts'

type Selling = StateSource & {
  posId: string
  wholesaler: Wholesaler
  sales: Pick<Sales, 'countOpenItems' | 'openItems'>
  orders: Pick<Orders, 'countFor'>
  audit: AccountServices['audit']
  wallet: Pick<Wallet, 'findLow'>
}

type Deps = {
  selling: Selling
  stackFor: (request: FastifyRequest) => Selling
  staff: {
    people: Pick<StaffServices['people'], 'pinLocks'>
    shifts: Pick<StaffServices['shifts'], 'isOn' | 'stateAt'>
    settings: Pick<StaffServices['settings'], 'current' | 'version'>
    displays: Pick<StaffServices['displays'], 'hasTill'>
  }
  config: Parameters<typeof tellReady>[1]
  state: SellingState
  clock: Clock
  build: string
}

export function statusRoutes({ selling, stackFor, staff, config, state, clock, build }: Deps): Route[] {
  /** Everyone sees that a sale was refused; cashiers see a low balance only if the shop wants it. */
  const isBelowLineFor = (isSupervisor: boolean, { wallet }: Selling) =>
    (isSupervisor || staff.settings.current().wallet.notifyCashiers) && wallet.findLow() !== undefined

  async function statusFor(request: FastifyRequest): Promise<Status> {
    const stack = stackFor(request)
    const { wallet, isClockAhead } = stack.wholesaler.health()
    const isSupervisor = viewerOf(request).role === 'supervisor'
    const terminal = terminalOf(request)
    // No cash is taken in practice.
    const hasDrawer = stack === selling && staff.shifts.isOn() && !terminal.isKiosk
    const shift = hasDrawer ? await staff.shifts.stateAt(terminal.id) : undefined
    const orders = terminal.isKiosk || terminal.isPractice ? 0 : await stack.orders.countFor(personOf(request))
    const pinLocks = isSupervisor ? (await staff.people.pinLocks()).size : 0
    const read = state.read(stack)
    return {
      ...read,
      ...(isSupervisor && read.reason === 'signature' ? { posId: stack.posId } : {}),
      wallet: isBelowLineFor(isSupervisor, stack) ? 'low' : wallet,
      ...(await countVisibleHere(request, { sales: stack.sales, clock })),
      ...(shift ? { shift } : {}),
      ...(orders > 0 ? { orders } : {}),
      ...(pinLocks > 0 ? { pinLocks } : {}),
      ...(isClockAhead && isSupervisor ? { isClockAhead } : {}),
      ...((await staff.displays.hasTill(terminal.id)) ? { hasDisplay: true as const } : {}),
      settingsVersion: staff.settings.version(),
      serverTime: clock.now(),
      version: VERSION,
      build,
    }
  }

  return [
    route('GET /api/status', {
      access: { ...access.selling, fromCache: true },
      handle: ({ request }) => statusFor(request),
    }),
    route('POST /api/selling/resume', {
      access: access.stepUp,
      handle: async ({ request }) => {
        const seller = { person: personOf(request), terminal: terminalOf(request) }
        const { audit, wholesaler } = stackFor(request)
        const { reason } = wholesaler.health()
        // After a restart, this entry shows whether a person has decided on a contradiction.
        await audit.append({ kind: 'selling-retried', ...auditActor(seller), ...(reason && { detail: { reason } }) })
        await wholesaler.tryResumeSelling()
        return statusFor(request)
      },
    }),
    route('GET /healthz', {
      access: access.anyone,
      handle: async ({ request }) => tellAlive(request, config, build),
    }),
    // The journal is not checked, because the process exits after a failed write. Without the wholesaler, everything but selling works.
    route('GET /readyz', {
      access: access.anyone,
      handle: async ({ request }) => tellReady(request, config, state.readReady(selling)),
    }),
  ]
}
