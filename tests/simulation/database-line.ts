import type { World } from './world.ts'

export type DatabaseLine = ReturnType<typeof createDatabaseLine>

/** It is unknown whether the call had an effect. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The time for which the driver of the real database waits. */
const ANSWER_MS = 20_000

/** The connection between one machine and the database. While it is cut, calls wait; those that wait too long fail. */
export function createDatabaseLine(world: World) {
  let cutUntil = -1
  const isCut = () => cutUntil > world.now()

  async function waitUntilWhole(since: number): Promise<void> {
    const giveUpAt = since + ANSWER_MS
    while (isCut()) {
      await world.sleep(Math.min(cutUntil, giveUpAt) - world.now())
      if (isCut() && world.now() >= giveUpAt) throw new NoAnswer('the database does not answer')
    }
  }

  return {
    carry: async <T>(perform: () => Promise<T>): Promise<T> => {
      const since = world.now()
      if (isCut()) await waitUntilWhole(since)
      try {
        return await perform()
      } finally {
        if (isCut()) await waitUntilWhole(since)
      }
    },
    cut: (ms: number) => {
      cutUntil = Math.max(cutUntil, world.now() + ms)
    },
    isCut,
  }
}
