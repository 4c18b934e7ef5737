import { useState } from 'react'

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
  const [broken, setBroken] = useState<string[]>([])
  const shown = [src, srcInstead].find((candidate) => candidate !== undefined && !broken.includes(candidate))
  const box = { width: size, height: size }
  if (shown === undefined) {
    return (
      <span className="art art--mono" style={{ ...box, fontSize: size * 0.38 }} aria-hidden="true">
        {findLetters(name)}
      </span>
    )
  }
  return (
    <img
      className="art object-contain"
      style={box}
      width={size}
      height={size}
      src={shown}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken((known) => [...known, shown])}
    />
  )
}

/** `KP` for Kestrel Pay, `PI` for Pixelmoor. */
export function findLetters(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  const [one = '', two = ''] = [...first]
  return (one + (second ? ([...second][0] ?? '') : two)).toUpperCase()
}
