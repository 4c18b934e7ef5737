import { findLetters } from './find-letters.ts'
import { usePicture } from './kept-pictures.ts'

const BOX = 'shrink-0 overflow-hidden rounded-2'

/** `tile`: 40 px, and 56 px at a kiosk. */
type Size = 'xs' | 'sm' | 'tile' | 'md' | 'lg' | 'xl'

const SIZES: Record<Size, { box: string; px: number }> = {
  xs: { box: 'size-6 text-1', px: 32 },
  sm: { box: 'size-7 text-2', px: 40 },
  tile: { box: 'size-7 text-2 kiosk:size-[56px] kiosk:text-4', px: 40 },
  md: { box: 'size-[56px] text-4', px: 56 },
  lg: { box: 'size-[72px] text-5', px: 72 },
  xl: { box: 'size-[96px] text-6', px: 96 },
}

type PictureProps = {
  /** What it shows: two of its letters stand in where no picture is there. */
  name: string
  src?: string | undefined
  /** Stands in for a missing or broken `src`. */
  srcInstead?: string | undefined
  /** A number on pages that still place it by its class. */
  size: Size | 32 | 40 | 56 | 96
}

/** A picture in a fixed box: contained, never cropped; two letters where it is missing or broken. */
export function Picture({ name, src, srcInstead, size }: PictureProps) {
  const picture = usePicture(src, srcInstead)
  if (typeof size === 'string') {
    const { box, px } = SIZES[size]
    return picture ? (
      <img {...picture} alt="" className={`${BOX} object-contain ${box}`} width={px} height={px} />
    ) : (
      <span
        className={`${BOX} grid place-items-center border-1 border-line-strong bg-sunken leading-none font-semibold text-ink ${box}`}
        aria-hidden="true"
      >
        {findLetters(name)}
      </span>
    )
  }
  const box = { width: size, height: size }
  if (!picture) {
    return (
      <span className="art art--mono" style={{ ...box, fontSize: size * 0.38 }} aria-hidden="true">
        {findLetters(name)}
      </span>
    )
  }
  return <img {...picture} alt="" className="art object-contain" style={box} width={size} height={size} />
}
