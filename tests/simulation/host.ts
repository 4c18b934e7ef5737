import type { Clock } from '#server/lib/clock.ts'
import type { Timers } from '#server/lib/ports.ts'
import type { Pass } from './journal.ts'
import type { World } from './world.ts'

export type Host = ReturnType<typeof createHost>

/**
 * `stopsClock`: the clock of the process stops as well, as in a suspended virtual machine. `timersFirst`: the order in
 * which the process then learns what happened.
 */
export type Freeze = { ms: number; stopsClock?: boolean; timersFirst?: boolean }
type Kind = 'timer' | 'other'

/**
 * Every call through a port passes here. The process may die before the call, or after the call but before it receives
 * the result.
 */
export type CrashPoints = { dies: (port: string) => { before: boolean; after: boolean } }
export type FreezePoints = (port: string) => { before?: Freeze | undefined; after?: Freeze | undefined }

export type HostOptions = {
  world: World
  wall: () => number
  /** The rate of the monotonic clock of the process: ms counted per ms. */
  rate?: number
  crashPoints: CrashPoints
  freezePoints?: FreezePoints
}

const NOWHERE: FreezePoints = () => ({})

/** What one process runs on: its clocks, its timers, and all its input. It can be killed and frozen. */
export function createHost(options: HostOptions) {
  const { world, wall, rate = 1, crashPoints, freezePoints = NOWHERE } = options
  let isAlive = true
  let frozenUntil = -1
  let stoodStillMs = 0
  let backlog: { run: () => void; kind: Kind }[] = []
  const whenDead = new Set<(problem?: unknown) => void>()

  const startedAt = world.now()
  const wallAtStart = wall()
  const steadyMs = () => (world.now() - startedAt - stoodStillMs) * rate
  const clock: Clock = {
    now: () => Math.round(wallAtStart + steadyMs()),
    wall: () => Math.round(wall() - stoodStillMs),
  }
  const isFrozen = () => frozenUntil > world.now()

  /** The process is dead from this moment on, in the middle of whatever it does. */
  function kill(problem?: unknown): void {
    if (!isAlive) return
    isAlive = false
    backlog = []
    for (const run of whenDead) run(problem)
  }

  function whenRunning(run: () => void, kind: Kind = 'other'): void {
    if (!isAlive) return
    if (isFrozen()) backlog.push({ run, kind })
    else run()
  }

  /** Nothing of the process runs for this time, and then it continues as if nothing had happened. */
  function freeze({ ms, stopsClock = false, timersFirst = false }: Freeze): void {
    if (!isAlive || isFrozen()) return
    frozenUntil = world.now() + ms
    world.after(ms, () => {
      if (stopsClock) stoodStillMs += ms
      const waiting = backlog
      backlog = []
      const inOrder = timersFirst ? [...of(waiting, 'timer'), ...of(waiting, 'other')] : waiting
      for (const { run, kind } of inOrder) world.after(0, () => whenRunning(run, kind))
    })
  }

  const pass: Pass = (port, perform) => {
    if (!isAlive) return never()
    const dies = crashPoints.dies(port)
    if (dies.before) {
      kill()
      return never()
    }
    const freezes = freezePoints(port)
    if (freezes.before) freeze(freezes.before)
    const performed = freezes.before ? new Promise<void>((go) => whenRunning(go)).then(perform) : perform()
    return new Promise((resolve, reject) => {
      const carryOn = (tell: () => void) => {
        if (freezes.after) freeze(freezes.after)
        whenRunning(() => {
          if (dies.after) kill()
          if (isAlive) tell()
        })
      }
      performed.then(
        (value) => carryOn(() => resolve(value)),
        (error: unknown) => carryOn(() => reject(error instanceof Error ? error : new Error(String(error)))),
      )
    })
  }

  const timers: Timers = {
    after: (ms, run) => {
      if (!isAlive) return () => {}
      const dies = crashPoints.dies('timer')
      if (dies.before) {
        kill()
        return () => {}
      }
      const dueAt = steadyMs() + ms
      let isCanceled = false
      let cancel = () => {}
      const arm = (leftMs: number) => {
        cancel = world.after(leftMs / rate, () => whenRunning(ring, 'timer'))
      }
      const ring = () => {
        if (isCanceled) return
        // The timer is early if the clock has stopped in the meantime.
        if (dueAt - steadyMs() >= 1) return arm(dueAt - steadyMs())
        if (dies.after) kill()
        if (isAlive) run()
      }
      arm(ms)
      return () => {
        isCanceled = true
        cancel()
      }
    },
  }

  return {
    clock,
    timers,
    pass,
    isAlive: () => isAlive,
    kill,
    /** Calls `run` when the process dies. Returns a function that undoes this. */
    onDeath: (run: (problem?: unknown) => void) => {
      whenDead.add(run)
      return () => void whenDead.delete(run)
    },
    whenRunning,
    freeze,
    isFrozen,
  }
}

const of = (waiting: readonly { run: () => void; kind: Kind }[], wanted: Kind) =>
  waiting.filter(({ kind }) => kind === wanted)

const never = <T>() => new Promise<T>(() => {})
