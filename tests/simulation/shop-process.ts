import { decimal } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { stepSale } from '#domain/sale/steps/step.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import type { Ports } from '#server/lib/ports.ts'
import type { Seller } from '#server/sales/sale-staff.ts'
import type { RevealedSale, RevealRequest } from '#server/sales/deliver.ts'
import type { SellableSource } from '#server/sales/sale-content.ts'
import { PACE, type PollIntervals } from '#server/sales/engine/poll-interval.ts'
import { saleLine } from '#server/sales/sale-log.ts'
import { createOrders } from '#server/orders/orders.ts'
import { createSales, type Sales } from '#server/sales/sales.ts'
import { createOffers } from '#server/catalog/offers.ts'
import type { Leadership } from '#server/cluster/leadership.ts'
import type { Connection } from '#server/wholesaler/client.ts'
import { createWholesaler } from '#server/wholesaler/create-wholesaler.ts'
import type { KeySequence, KeySequenceOptions } from '#server/wholesaler/keys.ts'
import { Token } from '#server/config/token.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import type { Host } from './host.ts'
import type { Disk, DiskWeakness } from './journal.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import { ACCOUNT, type ServiceTraits } from './service.ts'
import { simulatedPeople, TIME_ZONE, type ShopLimits } from './shop-limits.ts'

/** One server process: the real money path and the real request queue. Only what is outside these is simulated. */
export type ShopProcess = ReturnType<typeof createProcess>

/** A weaker protocol, used to test that the harm it does is detected. */
export type Weakness = {
  step?: typeof stepSale
  createKeys?: (options: KeySequenceOptions) => KeySequence
  wholesaler?: (wholesaler: Wholesaler) => Wholesaler
  sales?: (sales: Sales) => Sales
  pace?: Partial<PollIntervals>
  /** A wholesaler that does not do what it reports. */
  service?: Partial<ServiceTraits>
  connection?: (connection: Connection) => Connection
  leadership?: (leadership: Leadership) => Leadership
  staysWithoutLease?: true
  disk?: DiskWeakness
}

export type Observer = {
  begun: (clock: Clock, epoch?: number) => void
  said: (where: string, what: unknown) => void
  /** A person requests a find, or a change that only a find can bring. */
  asked: (id: SaleId) => void
  revealed: (
    id: SaleId,
    request: RevealRequest,
    to: { person: Person; epoch?: number | undefined },
    answer: RevealedSale,
  ) => void
  stoppedSelling: () => void
}

/** What a process that leads the account has, if other processes use the same disk. */
export type Leading = {
  epoch: number
  maySend: () => boolean
  pass: Host['pass']
  /** The next call is written just before the process freezes: it leaves the machine this much later (ms). */
  sendsLateBy: () => number
}

type ProcessOptions = {
  host: Host
  disk: Disk
  lines: Network
  random: Random
  weakness: Weakness
  observer: Observer
  limits: ShopLimits
  /** Absent for a process that is alone with the account. */
  leading?: Leading
}

const STOP_WAITS_MS = 65_000

export const DIRECT = ['qamra-rc', 'najm-rc', 'bahr-rc'] as const
export const VOUCHERS = ['orbyte-card', 'souqly-card', 'mail-card'] as const
const rule = { min: decimal('1'), max: decimal('1000'), step: decimal('1') }
const aService = (id: string, kind: Service['kind'], isAccountRequired: boolean): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: 'Mobile',
  subcategory: '',
  kind,
  rule,
  isAccountRequired,
})
const services = [
  ...DIRECT.map((id) => aService(id, 'direct', true)),
  ...VOUCHERS.map((id) => aService(id, 'voucher', id === 'mail-card')),
]
const catalog: SellableSource = {
  current: async () => ({ currency: 'AED', services }),
  refresh: async () => {},
}

export function createProcess(options: ProcessOptions) {
  const { host, disk, lines, random, weakness, observer, limits, leading } = options
  const { clock, timers, isAlive } = host
  const { pass, epoch } = leading ?? { pass: host.pass, epoch: undefined }
  const { store, keys, orders: orderStore, crash } = disk.open(pass, clock, epoch)
  host.onDeath(crash)
  /**
   * A failed write of the database ends the process, as the connection does (`onFault` of `openDatabase`). A rejected
   * write is not a fault.
   */
  const orFault = <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      write(...args).catch((error: unknown) => {
        if (error instanceof RequestRefused) throw error
        host.kill(error)
        return never<T>()
      })
  }

  observer.begun(clock, epoch)
  const ports: Ports = {
    clock,
    random: random.next,
    timers,
    exit: (problem) => {
      host.kill(problem)
      return never() as never
    },
  }
  const wholesaler = createWholesaler({
    baseUrl: new URL('http://service.test/api'),
    posId: ACCOUNT.posId,
    token: new Token(ACCOUNT.token),
    keys,
    clock,
    timers,
    log: (line) => observer.said('the log', line),
    maySend: leading?.maySend,
    onKeyFault: host.kill,
    openConnection: () => {
      const connection = lines.connect(host, leading)
      return weakness.connection ? weakness.connection(connection) : connection
    },
    ...(weakness.createKeys ? { createKeys: weakness.createKeys } : {}),
  })
  const watched: Wholesaler = {
    ...wholesaler,
    stopSelling: (reason) => {
      observer.stoppedSelling()
      wholesaler.stopSelling(reason)
    },
  }
  const note = (line: unknown) => observer.said('the log', line)
  const context = {
    ...ports,
    log: { info: note, error: note },
    calendar: () => ({ timeZone: TIME_ZONE, dayStartHour: 0 }),
  }
  const offers = createOffers(context, wholesaler)
  const ordersOrFault = {
    ...orderStore,
    place: orFault(orderStore.place),
    change: orFault(orderStore.change),
    sweep: orFault(orderStore.sweep),
  }
  const orders = createOrders(context, { store: ordersOrFault, catalog, offers })
  let opened = 0
  const real = createSales({
    ...context,
    store,
    wholesaler: weakness.wholesaler ? weakness.wholesaler(watched) : watched,
    catalog,
    offers,
    polling: { ...PACE, ...weakness.pace },
    staff: simulatedPeople(limits, (line) => observer.said('the audit log', line)),
    disk: { isFull: () => false },
    maySend: () => true,
    refuseTerminal: () => {},
    mayBeLost: async () => false,
    requireOrder: orders.requireTaken,
    // Every fifth sale is a test transaction, which follows the same rules. The simulated wholesaler charges it.
    marks: () => ((opened += 1) % 5 === 0 ? { isTest: true } : {}),
    announce: (change) => observer.said('the log', saleLine(change, clock.now())),
    ...(weakness.step ? { step: weakness.step } : {}),
  })
  const sales = weakness.sales ? weakness.sales(real) : real

  /**
   * After a restore, nothing is sold until a supervisor has confirmed, which is possible once all sales were polled and
   * the pause is over.
   */
  async function start(): Promise<void> {
    const recovery = disk.recovery()
    if (!recovery) return sales.recover()
    wholesaler.stopSelling('restored')
    await sales.recover(recovery.isResumed ? undefined : { backupAt: recovery.backupAt })
    recovery.resumed()
    void wholesaler.fenced.then(() => {
      timers.after(PACE.confirmGraceMs + random.whole(1, 120) * 1_000, () => {
        recovery.confirmed()
        wholesaler.endRecovery()
      })
    })
  }

  return {
    sales: {
      ...sales,
      poll: (id: SaleId, seller: Seller) => {
        observer.asked(id)
        return sales.poll(id, seller)
      },
      reveal: async (id: SaleId, request: RevealRequest, seller: Seller) => {
        observer.asked(id)
        const answer = await sales.reveal(id, request, seller)
        if (isAlive()) observer.revealed(id, request, { person: seller.person, epoch }, answer)
        return answer
      },
    } satisfies Sales,
    offers,
    orders,
    wholesaler,
    clock,
    isAlive,
    kill: host.kill,
    start,
    /** Stops as after SIGTERM: resolves when nothing is under way, and the process may exit. */
    stop: async () => void (await Promise.all([sales.stop(), wholesaler.close(STOP_WAITS_MS)])),
  }
}

const never = <T>() => new Promise<T>(() => {})
