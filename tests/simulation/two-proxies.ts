import { createLeadership, type Leadership } from '#server/cluster/leadership.ts'
import { createDatabaseLine, NoAnswer, type DatabaseLine } from './database-line.ts'
import { createRequestHandler, TILL_WAITS_MS, type Ask, type ReportedSale } from './handle-requests.ts'
import { createHost, type Freeze, type FreezePoints, type Host } from './host.ts'
import type { LeaseRecord } from './lease-record.ts'
import type { LeaseWatch } from './lease-watch.ts'
import type { ShopOptions } from './shop.ts'
import { createProcess, type ShopProcess } from './shop-process.ts'
import { EVERYBODY } from './trace.ts'

export type TwoProxies = ReturnType<typeof createTwoProxies>

export type ArmedFreeze = {
  port: 'begin' | 'commit' | 'take the lease' | 'renew the lease'
  calls: number
  when: 'before' | 'after'
  freeze: Freeze
}

export type TwoProxiesOptions = Omit<ShopOptions, 'observer'> & { observer: LeaseWatch; record: LeaseRecord }

/** What all processes of a machine share, and the process that is running on it now. */
type Machine = {
  name: string
  rate: number
  offsetMs: number
  line: DatabaseLine
  host: Host | undefined
  leader: { epoch: number; held: Leadership; host: Host; process: ShopProcess } | undefined
  isServing: boolean
  isGone: boolean
}

/** How much the clocks of machines run fast or slow, at most (as a fraction). */
export const MAX_DRIFT = 0.002
/** How far they are from true time, at most (ms). */
export const MAX_OFFSET_MS = 2 * 60_000
const RELEASE_WAITS_MS = 5_000

/**
 * A shop that two machines serve, on one database: one process leads the account, the other waits for the lease and
 * forwards requests.
 */
export function createTwoProxies(options: TwoProxiesOptions) {
  const { world, disk, lines, faults, streams, trace, wall, crashPoints, weakness, downMs, report, observer, limits } =
    options
  const { record } = options
  const random = streams('tills and proxies')
  const jitter = streams('jitter')
  const clocks = streams('clocks of proxies')
  const pauses = streams('pauses')
  const handleRequest = createRequestHandler({ world, observer, report })
  let armed: ArmedFreeze | undefined

  const machines = ['A', 'B'].map((name): Machine => ({
    name,
    rate: 1 + (2 * clocks.next() - 1) * MAX_DRIFT,
    offsetMs: clocks.whole(-MAX_OFFSET_MS, MAX_OFFSET_MS),
    line: createDatabaseLine(world),
    host: undefined,
    leader: undefined,
    isServing: false,
    isGone: false,
  }))

  function start(machine: Machine): void {
    if (machine.isGone) return
    const { name, rate, line } = machine
    trace.note(EVERYBODY, `${name} starts`)
    const host = createHost({
      world,
      wall: () => wall() + machine.offsetMs,
      rate,
      crashPoints,
      freezePoints: (port) => freezeAt(machine, port),
    })
    machine.host = host
    host.onDeath((problem) => {
      trace.note(EVERYBODY, `${name} is dead`, wordsOf(problem))
      machine.leader = undefined
      machine.isServing = false
      world.after(downMs(), () => start(machine))
    })
    const leadership = createLeadership({
      store: record.open((port, perform) => host.pass(port, () => line.carry(perform)), name),
      clock: host.clock,
      timers: host.timers,
      onLost: (problem) => {
        if (!weakness.staysWithoutLease) host.kill(problem)
      },
    })
    void leadership.lead().then((held) => held && host.isAlive() && lead(machine, host, held))
  }

  function lead(machine: Machine, host: Host, real: Leadership): void {
    const held = weakness.leadership?.(real) ?? real
    const { epoch } = held
    const { line, name } = machine
    trace.note(EVERYBODY, `${name} leads`, epoch)
    const process = createProcess({
      host,
      disk,
      lines,
      random: jitter,
      weakness,
      observer,
      limits,
      leading: {
        epoch,
        maySend: held.maySend,
        // A lost connection ends the process, because the result of the last commit is unknown.
        pass: (port, perform) =>
          host.pass(port, () =>
            line.carry(perform).catch((error: unknown) => {
              if (error instanceof NoAnswer) host.whenRunning(() => host.kill(error))
              throw error
            }),
          ),
        sendsLateBy: () => {
          if (host.isFrozen() || !faults.happens('paused as it sends', 0.004)) return 0
          const ms = aTime(pauses, 60_000)
          freeze(machine, host, { ms })
          return ms
        },
      },
    })
    if (!host.isAlive()) return
    machine.leader = { epoch, held, host, process }
    process.start().then(
      () => {
        if (host.isAlive()) machine.isServing = true
      },
      (error: unknown) => report('threw', '', String(error)),
    )
  }

  function freeze(machine: Machine, host: Host, how: Freeze): void {
    trace.note(EVERYBODY, `${machine.name} is frozen`, how.ms)
    if (how.stopsClock) observer.excuse(record.epoch())
    host.freeze(how)
  }

  function freezeAt(machine: Machine, port: string): ReturnType<FreezePoints> {
    if (armed?.port !== port) return {}
    armed.calls -= 1
    if (armed.calls > 0) return {}
    const { when, freeze: how } = armed
    armed = undefined
    if (!faults.happens('paused around a commit', 1)) return {}
    trace.note(EVERYBODY, `${machine.name} is frozen ${when} ${port}`, how.ms)
    // If the process takes the lease with this call, it does not know how long ago that was when it continues.
    if (how.stopsClock) for (const epoch of [record.epoch(), record.epoch() + 1]) observer.excuse(epoch)
    return { [when]: how }
  }

  /** The process that leads as far as it knows. If two processes think so, only one of them can write. */
  function leading(): Machine | undefined {
    const [newest] = machines.filter(({ leader }) => leader).toSorted((a, b) => epochOf(b) - epochOf(a))
    return newest
  }

  async function ask<T>(run: Ask<T>): Promise<ReportedSale<T>> {
    await world.sleep(random.whole(1, 6))
    if (faults.happens('request of a till lost', 0.01)) {
      await world.sleep(TILL_WAITS_MS)
      return { kind: 'no-answer' }
    }
    if (faults.happens('request of a till twice', 0.02))
      world.after(random.whole(0, 4_000), () => void request(random.pick(machines), run))
    const told = await requestUntil(world.now() + TILL_WAITS_MS, run)
    return faults.happens('answer to a till lost', 0.01) ? { kind: 'no-answer' } : told
  }

  /** A till sends the same request again as long as the answer is that no process is ready. */
  async function requestUntil<T>(until: number, run: Ask<T>): Promise<ReportedSale<T>> {
    for (;;) {
      const told = await request(random.pick(machines), run)
      if (told !== 'not-ready') return told
      if (world.now() >= until) return { kind: 'no-answer' }
      await world.sleep(random.whole(500, 1_500))
    }
  }

  async function request<T>(machine: Machine, run: Ask<T>): Promise<ReportedSale<T> | 'not-ready'> {
    const { host, leader, isServing, line } = machine
    if (!host?.isAlive()) return 'not-ready'
    if (leader && isServing) return handleRequest(leader, run)
    if (host.isFrozen() || line.isCut()) {
      await world.sleep(random.whole(1_000, TILL_WAITS_MS))
      return 'not-ready'
    }
    await world.sleep(random.whole(1, 4))
    const other = machines.find(({ name }) => name === record.holder())
    // A request is forwarded only once, to a process that may have learned in the meantime that it no longer leads.
    if (!other?.leader || !other.isServing || other === machine) return 'not-ready'
    return passOn(host, handleRequest(other.leader, run))
  }

  const passOn = <T>(host: Host, answer: Promise<ReportedSale<T>>): Promise<ReportedSale<T>> =>
    new Promise((resolve) => {
      const forget = host.onDeath(() => resolve({ kind: 'no-answer' }))
      void answer.then((told) =>
        host.whenRunning(() => {
          forget()
          resolve(told)
        }),
      )
    })

  /** A planned restart: the leader stops, and releases the lease when nothing is under way. */
  async function handOver(machine: Machine | undefined): Promise<void> {
    const { leader } = machine ?? {}
    if (!machine || !leader || !machine.isServing) return
    const { host, held, process, epoch } = leader
    machine.isServing = false
    trace.note(EVERYBODY, `${machine.name} hands over`)
    await process.stop()
    if (!host.isAlive()) return
    if (record.epoch() === epoch) {
      for (const { id, state, next } of disk.sales())
        if (state === 'confirming')
          report('a planned stop leaves a confirm in doubt', id, `next ${next?.kind ?? 'nothing'}`)
    }
    await Promise.race([
      held.release().catch(() => {}),
      new Promise<void>((resolve) => void host.timers.after(RELEASE_WAITS_MS, resolve)),
    ])
    host.kill('stopped')
  }

  const anyMachine = () => random.pick(machines)
  const mostlyLeading = () => (random.chance(0.8) ? (leading() ?? anyMachine()) : anyMachine())

  return {
    ask,
    open: () => machines.forEach(start),
    serving: () => {
      const machine = leading()
      return machine?.isServing ? machine.leader?.process : undefined
    },
    kill: () => leading()?.host?.kill('killed'),
    restart: () => handOver(leading()),
    killOther: () => machines.find((machine) => machine !== leading())?.host?.kill('killed'),
    freeze: (how: Freeze) => {
      const machine = mostlyLeading()
      if (machine.host) freeze(machine, machine.host, how)
    },
    /** Freezes a process at one of the next calls through this port. */
    armFreeze: (next: ArmedFreeze) => {
      armed = next
    },
    cutOff: (ms: number) => {
      const machine = mostlyLeading()
      trace.note(EVERYBODY, `${machine.name} is cut off the database`, ms)
      machine.line.cut(ms)
    },
    setClockOffset: (ms: number) => {
      anyMachine().offsetMs = ms
    },
    stopOther: () => {
      const other = machines.find((machine) => machine !== leading())
      if (!other) return
      other.isGone = true
      other.host?.kill('not needed')
    },
  }
}

const wordsOf = (problem: unknown) =>
  problem instanceof Error ? problem.message : typeof problem === 'string' ? problem : ''

const epochOf = ({ leader }: Machine) => leader?.epoch ?? 0

/** From a millisecond to `mostMs`; short times are as likely as long ones. */
export const aTime = (random: { next: () => number }, mostMs: number): number =>
  Math.max(1, Math.round(mostMs ** random.next()))
