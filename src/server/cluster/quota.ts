/** Shares a resource so that no client network can exhaust it. */
export function createShares({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const counts = new Map<string, number>()
  let atRest: (() => void)[] = []

  const countOf = (key: string) => counts.get(key) ?? 0
  function add(key: string, change: number): void {
    const count = countOf(key) + change
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }

  return {
    /** Returns a function that frees the share, or `undefined` at the limit. */
    enter: (thing: string, network: string, size = 1): (() => void) | undefined => {
      const mine = `${thing} ${network}`
      if (countOf(mine) + size > mostOfOne || countOf(thing) + size > most) return undefined
      add(mine, size)
      add(thing, size)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        add(mine, -size)
        add(thing, -size)
        if (counts.size > 0) return
        for (const tell of atRest) tell()
        atRest = []
      }
    },
    rest: () => (counts.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => atRest.push(resolve))),
  }
}
