import { MAX_LOGO_LENGTH } from '#api/settings.ts'

/** In dots: as wide as narrow paper, and a reasonable height for a receipt header. */
const MAX_WIDTH = 384
const MAX_HEIGHT = 240
const TRIES = 6

/** A small PNG of black dots on white for receipt printers. Throws if the browser cannot read the picture. */
export async function readLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    let scale = Math.min(1, MAX_WIDTH / picture.width, MAX_HEIGHT / picture.height)
    for (let left = TRIES; left > 0; left -= 1, scale *= 0.8) {
      const logo = drawDots(picture, scale)
      if (logo.length <= MAX_LOGO_LENGTH) return logo
    }
    throw new Error('the picture stays too large')
  } finally {
    picture.close()
  }
}

function drawDots(picture: ImageBitmap, scale: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  blacken(image)
  context.putImageData(image, 0, 0)
  return canvas.toDataURL('image/png')
}

/** Floyd-Steinberg dithering: the error of each dot is passed on to its neighbors. */
export function blacken({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): void {
  const gray = Float32Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
  const pass = (x: number, y: number, error: number) => {
    if (x >= 0 && x < width && y < height) gray[y * width + x]! += error
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const was = gray[at]!
      const dot = was < 128 ? 0 : 255
      data.set([dot, dot, dot, 255], at * 4)
      pass(x + 1, y, ((was - dot) * 7) / 16)
      pass(x - 1, y + 1, ((was - dot) * 3) / 16)
      pass(x, y + 1, ((was - dot) * 5) / 16)
      pass(x + 1, y + 1, (was - dot) / 16)
    }
  }
}
