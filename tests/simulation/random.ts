/**
 * Random numbers from a seed. Each purpose has a separate stream, so that removing one fault does not change everything
 * that follows.
 */
export type Random = {
  next: () => number
  whole: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
}

export type Streams = (purpose: string) => Random

export function streamsOf(seed: number): Streams {
  return (purpose) => randomFrom(scramble(hashText(purpose) ^ scramble(seed)))
}

function randomFrom(start: number): Random {
  let state = start >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[Math.floor(next() * list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
