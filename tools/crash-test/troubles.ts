import { setTimeout as elapsed } from 'node:timers/promises'

import { waitFor } from './processes.ts'
import type { Trouble } from './sell.ts'
import { killProxy, PLACES, STOP_WAITS_MS } from './shops.ts'

/** Times (ms) until the next sale. */
type Killed = {
  kills: number
  leaderKills: number
  groupKills: number
  afterLeaderMs: number[]
  afterOtherMs: number[]
  afterDatabaseMs: number[]
  afterCutMs: number[]
}
/** Times (ms) from each signal until the next sale. */
type Restarted = { restarts: number; afterMs: number[] }

/** In ms. Without a sale in this time, the shop counts as closed for good. */
const SELLS_WITHIN_MS = 120_000
/** How often the other server is killed as well, before the shop sells again. */
const KILLED_WHILE_STARTING = 0.1
/** How often the server that leads is killed in a group of steps, if such a group is committed soon. */
const IN_A_GROUP = 0.5
const GROUP_WITHIN_MS = 4_000
const DATABASE_AT = [0.2, 0.65]
const CUT_AT = [0.4, 0.85]
const CUT_MS: readonly [number, number] = [15_000, 40_000]
const LEADS_WITHIN_MS = 60_000

/**
 * Kills servers at random moments, at least once. With `hasOutages`, it also restarts the database twice and cuts the network twice, once for all
 * servers and once for the server that leads.
 * @param times `forMs`: the whole time; `cutMs`: the length of a cut; `afterMs`: how long the shop sells before each kill.
 */
export async function killInTurn(
  trouble: Trouble,
  {
    forMs,
    cutMs = CUT_MS,
    afterMs = [500, 9_000],
    hasOutages = true,
  }: {
    forMs: number
    cutMs?: readonly [from: number, to: number]
    afterMs?: readonly [from: number, to: number]
    hasOutages?: boolean
  },
): Promise<Killed> {
  const { shop, chance, tell } = trouble
  const startedAt = performance.now()
  const killed: Killed = {
    kills: 0,
    leaderKills: 0,
    groupKills: 0,
    afterLeaderMs: [],
    afterOtherMs: [],
    afterDatabaseMs: [],
    afterCutMs: [],
  }
  const outages = [
    ...DATABASE_AT.map((part) => ({ at: part * forMs, make: () => restartDatabase(trouble, killed) })),
    ...CUT_AT.map((part, index) => ({
      at: part * forMs,
      make: () => cutNetwork(trouble, killed, { isForAll: index % 2 === 0, cutMs }),
    })),
  ]
  const planned = hasOutages ? outages.toSorted((one, other) => one.at - other.at) : []

  async function killOne() {
    const leader = await shop.findLeader()
    const victim = chance.pick(shop.proxies)
    const isLeader = victim === leader
    const place = isLeader && chance.isLucky(IN_A_GROUP) ? chance.pick(PLACES) : undefined
    if (await killProxy(victim, place, GROUP_WITHIN_MS)) killed.groupKills += 1
    killed.kills += 1
    if (isLeader) killed.leaderKills += 1
    const other = shop.proxies.find((proxy) => proxy !== victim)
    const isBoth = other !== undefined && chance.isLucky(KILLED_WHILE_STARTING)
    if (isBoth) {
      await elapsed(chance.between(20, 900))
      await killProxy(other, undefined, 0)
      killed.kills += 1
    }
    const ms = await untilSale(trouble, `kill ${killed.kills}`)
    ;(isLeader || isBoth ? killed.afterLeaderMs : killed.afterOtherMs).push(ms)
    const what = `${isLeader ? 'the leader' : 'another proxy'}${place ? ` ${place}` : ''}${isBoth ? ', and the other one' : ''}`
    tell(`${minutes(performance.now() - startedAt)}: killed ${victim.name}, ${what}; a sale after ${seconds(ms)} s`)
    return ms < Infinity
  }

  let isSelling = (await untilSale(trouble, 'the start')) < Infinity
  while (isSelling && (planned.length > 0 || killed.kills === 0 || performance.now() - startedAt < forMs)) {
    const [next] = planned
    if (next && performance.now() - startedAt >= next.at) {
      planned.shift()
      isSelling = await next.make()
    } else {
      await elapsed(chance.between(...afterMs))
      isSelling = await killOne()
    }
  }
  return killed
}

/** The time (ms) until a sale succeeds. Reports a problem if none does. */
async function untilSale({ timeToSale, report }: Trouble, what: string) {
  const ms = await timeToSale(SELLS_WITHIN_MS)
  if (ms === Infinity) report(`after ${what} no sale was possible any more`)
  return ms
}

async function restartDatabase(trouble: Trouble, killed: Killed) {
  const { shop, chance, tell } = trouble
  await shop.killDatabase()
  const awayMs = chance.between(0, 12_000)
  await elapsed(awayMs)
  await shop.restartDatabase()
  const ms = await untilSale(trouble, 'the restart of the database')
  killed.afterDatabaseMs.push(ms)
  tell(`The database was killed and was away for ${seconds(awayMs)} s; a sale ${seconds(ms)} s after its start`)
  return ms < Infinity
}

/** A cut for all servers loses what was sent during the cut; a cut for only the server that leads delays it. */
async function cutNetwork(
  trouble: Trouble,
  killed: Killed,
  { isForAll, cutMs }: { isForAll: boolean; cutMs: readonly [from: number, to: number] },
) {
  const { shop, chance, tell, report } = trouble
  const forMs = chance.between(...cutMs)
  const leader = await waitFor(LEADS_WITHIN_MS, shop.findLeader)
  if (!leader) report('no proxy led when the network was to be cut')
  const cut = isForAll ? shop.proxies : shop.proxies.filter((proxy) => proxy === leader)
  for (const { relay } of cut) relay.cut()
  const over = elapsed(forMs).then(() => {
    for (const { relay } of cut)
      if (isForAll) relay.mendWithReset()
      else relay.mend()
  })
  if (isForAll) await over
  // With only one server, nothing sells before the cut is over.
  const ms = await untilSale(trouble, 'a cut of the network')
  killed.afterCutMs.push(ms)
  const from = isForAll ? 'its end' : 'its beginning'
  tell(
    `The network of ${isForAll ? 'all' : 'the leader'} was cut for ${seconds(forMs)} s; a sale ${seconds(ms)} s after ${from}`,
  )
  await over
  return ms < Infinity
}

/** Stops the server that leads, as for an update, while tills sell. */
export async function restartByPlan(trouble: Trouble, restarts: number): Promise<Restarted> {
  const { shop, chance, tell, report } = trouble
  const afterMs: number[] = []
  let isSelling = (await untilSale(trouble, 'the start')) < Infinity
  for (let restart = 1; restart <= restarts && isSelling; restart += 1) {
    if (!(await shop.isReady())) report(`before restart ${restart} not every proxy is ready`)
    await elapsed(chance.between(500, 3_000))
    const leader = await waitFor(LEADS_WITHIN_MS, shop.findLeader)
    if (!leader) {
      report(`before restart ${restart} no proxy leads`)
      break
    }
    const ending = leader.process.restart(STOP_WAITS_MS)
    const ms = await untilSale(trouble, `restart ${restart}`)
    afterMs.push(ms)
    isSelling = ms < Infinity
    const code = await ending
    if (code !== 0) report(`asked to end, ${leader.name} ended with ${code ?? 'nothing: it had to be killed'}`)
    if (restart % 5 === 0) tell(`${restart} restarts; a sale after ${seconds(Math.max(...afterMs))} s at most`)
  }
  return { restarts: afterMs.length, afterMs }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const minutes = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}`
