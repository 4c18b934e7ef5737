import { lettersOf } from '#domain/text/typed-text.ts'

/** Background and text color, with contrast above 4.5. */
const COLORS = [
  ['#a9d9e0', '#06303a'],
  ['#f3d9a4', '#4a2f00'],
  ['#e2d4f3', '#3d2468'],
  ['#cfe6c8', '#1d4520'],
  ['#f6cfc6', '#6a1c12'],
  ['#3c6672', '#ffffff'],
] as const

/** `face`: large on a card, smaller in one column. */
type Size = 'sm' | 'md' | 'lg' | 'face'

const SIZES: Record<Size, string> = {
  sm: 'size-[2rem] text-1',
  md: 'size-[2.5rem] text-2',
  lg: 'size-[4.5rem] text-5',
  face: 'size-[2.5rem] text-2 md:size-[4.5rem] md:text-5',
}

export function Avatar({ id, name, size }: { id: string; name: string; size: Size }) {
  const [background, color] = COLORS[colorOf(id)] ?? COLORS[0]
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-full font-semibold ${SIZES[size]}`}
      style={{ background, color }}
      aria-hidden="true"
    >
      {findLetters(name)}
    </span>
  )
}

const given = new Map<string, number>()

/** Gives colors in turn, so that neighbors in the list differ. */
export function giveColors(ids: readonly string[]): void {
  for (const id of ids) colorOf(id)
}

function colorOf(id: string): number {
  const at = given.get(id) ?? given.size
  given.set(id, at)
  return at % COLORS.length
}

/** Segmenting a long text is slow, and only its start is needed. */
const LONGEST_NAME = 300

/** `KP` for Kestrel Pay, `PI` for Pixelmoor. Letters, digits and emoji only. */
export function findLetters(name: string): string {
  const [first = [], second] = name
    .slice(0, LONGEST_NAME)
    .split(/\s+/)
    .map((word) => lettersOf(word).filter((letter) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(letter)))
    .filter((word) => word.length > 0)
  const [one = '', two = ''] = first
  return (one + (second?.[0] ?? two)).toUpperCase()
}
