import { findLetters } from './find-letters.ts'
import { usePicture } from './kept-pictures.ts'

type PictureProps = {
  /** What it shows: two of its letters stand in where no picture is there. */
  name: string
  src?: string | undefined
  /** Stands in for a missing or broken `src`. */
  srcInstead?: string | undefined
  size: 32 | 40 | 56 | 96
}

/** A picture in a fixed box: contained, never cropped; two letters where it is missing or broken. */
export function Picture({ name, src, srcInstead, size }: PictureProps) {
  const picture = usePicture(src, srcInstead)
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
