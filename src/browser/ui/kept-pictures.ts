import { useReducer } from 'react'

const MOST_KEPT = 2_000
const ASK_AGAIN_MS = 5 * 60_000

/** What was shown while this page is open, so that it is there at once when its place comes into sight again. */
const kept = new Map<string, HTMLImageElement>()
const brokenAt = new Map<string, number>()

/** The attributes of an `<img>` that shows the first of these addresses that is none or not broken; `undefined` where all are. */
export function usePicture(...candidates: readonly (string | undefined)[]) {
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const src = candidates.find(isWhole)
  if (src === undefined) return undefined
  const isKept = kept.has(src)
  return {
    src,
    draggable: false,
    loading: isKept ? 'eager' : 'lazy',
    decoding: isKept ? 'sync' : 'async',
    onLoad: () => keep(src),
    onError: () => {
      remember(brokenAt, src, Date.now())
      lookAgain()
    },
  } as const
}

/** A broken one is not asked for again for a while. */
function isWhole(src: string | undefined): src is string {
  return src !== undefined && /^https?:/i.test(src) && !(Date.now() - (brokenAt.get(src) ?? 0) < ASK_AGAIN_MS)
}

function keep(src: string): void {
  const picture = kept.get(src) ?? new Image()
  if (!picture.src) picture.src = src
  remember(kept, src, picture)
}

/** What was not needed for longest goes first. */
function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key)
  known.set(key, value)
  if (known.size > MOST_KEPT) for (const oldest of known.keys()) return void known.delete(oldest)
}
