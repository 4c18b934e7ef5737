import { findLetters } from './find-letters.ts'

/** Background and ink, each pair with a contrast above 4.5. */
const COLOURS = [
  ['#a9d9e0', '#06303a'],
  ['#f3d9a4', '#4a2f00'],
  ['#e2d4f3', '#3d2468'],
  ['#cfe6c8', '#1d4520'],
  ['#f6cfc6', '#6a1c12'],
  ['#3c6672', '#ffffff'],
] as const

type AvatarProps = { id: string; name: string; size: 32 | 72 }

/** Initials on a colour that stays with the person. */
export function Avatar({ id, name, size }: AvatarProps) {
  const [background, color] = COLOURS[colourOf(id)] ?? COLOURS[0]
  return (
    <span className={size === 72 ? 'avatar face text-5' : 'avatar'} style={{ background, color }} aria-hidden="true">
      {findLetters(name)}
    </span>
  )
}

function colourOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % COLOURS.length
}
