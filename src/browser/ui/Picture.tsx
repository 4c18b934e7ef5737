import { useReducer } from 'react'

import { findLetters } from './Avatar.tsx'

// With a maximum in percent, a long name would shrink the picture.
const BOX = 'max-w-none shrink-0 overflow-hidden rounded-2'

/** `tile`: 56 px, 72 px at a kiosk and on a wide screen. */
type Size = 'xs' | 'sm' | 'tile' | 'md' | 'lg' | 'xl'

/** In px, because the initials are a picture: the name beside them grows with the person's font size. */
const SIZES: Record<Size, { box: string; px: number }> = {
  xs: { box: 'size-6 text-[13px]', px: 32 },
  sm: { box: 'size-7 text-[15px]', px: 40 },
  tile: {
    box: 'size-[56px] text-[20px] wide:size-[72px] wide:text-[24px] kiosk:size-[72px] kiosk:text-[24px]',
    px: 56,
  },
  md: { box: 'size-[56px] text-[20px]', px: 56 },
  lg: { box: 'size-[72px] text-[24px]', px: 72 },
  xl: { box: 'size-[96px] text-[32px]', px: 96 },
}

type PictureProps = {
  name: string
  src?: string | undefined
  srcInstead?: string | undefined
  size: Size
  /** Tints the nearest positioned element, which must be isolated, in the picture's colors. */
  hasGlow?: boolean
}

/** Scaled to fit, never cropped. Two initials are shown if the picture is missing or broken. */
export function Picture({ name, src, srcInstead, size, hasGlow = false }: PictureProps) {
  const picture = usePicture(src, srcInstead)
  const { box, px } = SIZES[size]
  return picture ? (
    <>
      {hasGlow && <img {...picture} alt="" className="glow absolute inset-0 size-full object-cover" />}
      <img {...picture} alt="" className={`${BOX} picture object-contain ${box}`} width={px} height={px} />
    </>
  ) : (
    <span
      className={`${BOX} grid place-items-center border-1 border-line-strong bg-sunken leading-none font-semibold text-ink ${box}`}
      aria-hidden="true"
    >
      {findLetters(name)}
    </span>
  )
}

const MAX_CACHED = 2_000
const RETRY_AFTER_MS = 5 * 60_000

/** Pictures shown on this page, available at once when they return to view. */
const cached = new Map<string, HTMLImageElement>()
const brokenAt = new Map<string, number>()

/** `<img>` attributes for the first usable URL, or `undefined` if none is. */
export function usePicture(...candidates: readonly (string | undefined)[]) {
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const src = candidates.find(isWhole)
  if (src === undefined) return undefined
  const isCached = cached.has(src)
  return {
    src,
    draggable: false,
    loading: isCached ? 'eager' : 'lazy',
    decoding: isCached ? 'sync' : 'async',
    onLoad: () => cache(src),
    onError: () => {
      remember(brokenAt, src, Date.now())
      lookAgain()
    },
  } as const
}

function isWhole(src: string | undefined): src is string {
  return src !== undefined && /^https?:/i.test(src) && !(Date.now() - (brokenAt.get(src) ?? 0) < RETRY_AFTER_MS)
}

function cache(src: string): void {
  const picture = cached.get(src) ?? new Image()
  if (!picture.src) picture.src = src
  remember(cached, src, picture)
}

/** Drops the least recently used entry. */
function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key)
  known.set(key, value)
  if (known.size > MAX_CACHED) for (const oldest of known.keys()) return void known.delete(oldest)
}
