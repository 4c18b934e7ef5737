/** Hues (degrees) of the pictures' main colors, by address. `null`: gray, or the host does not let pages read its pictures. */
const hues = new Map<string, Promise<number | null>>()

/** Hosts that do not let pages read their pictures: one refusal counts for all of them, because the browser logs each. */
const firstOf = new Map<string, Promise<number | null | undefined>>()

const SIZE = 16
const BINS = 12
/** Below this share of color, a picture counts as gray. */
const LEAST = 0.04

/** A quiet tint of its picture's main color (`styles/base.css`). Without one, a product stays as it is. */
export function tintTiles(list: HTMLElement): void {
  for (const tile of list.querySelectorAll<HTMLElement>('[data-tile]:not([aria-disabled]):not([data-tint])')) {
    const [picture, second] = tile.querySelectorAll('img')
    if (picture && !second && !tile.classList.contains('col-span-2')) void tint(tile, picture.src)
  }
}

async function tint(tile: HTMLElement, src: string): Promise<void> {
  const known = hues.get(src) ?? findHueAt(src)
  hues.set(src, known)
  const hue = await known
  if (hue === null) return
  tile.style.setProperty('--tile-hue', String(hue))
  tile.dataset['tint'] = ''
}

async function findHueAt(src: string): Promise<number | null> {
  const { origin } = new URL(src)
  const first = firstOf.get(origin)
  if (first) return (await first) === undefined ? null : ((await findHue(src)) ?? null)
  const found = findHue(src)
  firstOf.set(origin, found)
  return (await found) ?? null
}

/** `undefined`: the picture cannot be read. */
async function findHue(src: string): Promise<number | null | undefined> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = src
  try {
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIZE
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0, SIZE, SIZE)
    return context ? mainHueOf(context.getImageData(0, 0, SIZE, SIZE).data) : null
  } catch {
    return undefined
  }
}

/** The average hue of the strongest twelfth of the color circle. `data`: red, green, blue and alpha of each dot. */
export function mainHueOf(data: Uint8ClampedArray): number | null {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, x: 0, y: 0 }))
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4)
    const most = Math.max(red, green, blue)
    const chroma = most - Math.min(red, green, blue)
    if (chroma === 0) continue
    const sector =
      most === red ? (green - blue) / chroma : most === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
    const hue = (sector * 60 + 360) % 360
    const bin = bins[Math.floor(hue / (360 / BINS)) % BINS]!
    const weight = (chroma / 255) * (alpha / 255)
    bin.weight += weight
    bin.x += weight * Math.cos((hue * Math.PI) / 180)
    bin.y += weight * Math.sin((hue * Math.PI) / 180)
  }
  const strongest = bins.reduce((one, other) => (other.weight > one.weight ? other : one))
  if (strongest.weight <= (data.length / 4) * LEAST) return null
  return Math.round((Math.atan2(strongest.y, strongest.x) * 180) / Math.PI + 360) % 360
}
