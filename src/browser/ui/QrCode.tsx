import { useMemo } from 'react'
import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  name: string
  /** The least width, including the quiet zone. */
  minPx?: number
  className?: string
}

/** Always dark on white. Renders nothing if the text is too long. */
export function QrCode({ text, name, minPx = 104, className }: QrCodeProps) {
  const matrix = useMemo(() => findQrMatrix(text), [text])
  if (!matrix) return null
  const modules = matrix.length + 2 * QUIET_MODULES
  // Whole pixels per module keep edges sharp.
  const px = modules * Math.ceil(minPx / modules)
  return (
    <svg
      role="img"
      aria-label={name}
      className={className}
      width={px}
      height={px}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={qrPath(matrix)} fill="#000" />
    </svg>
  )
}

export type QrMatrix = readonly (readonly boolean[])[]

/** White modules required around a QR code. */
export const QUIET_MODULES = 4

/** Returns `undefined` if the text is too long. */
export function findQrMatrix(text: string): QrMatrix | undefined {
  try {
    return encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The dark modules as an SVG path, one rectangle per run, offset by the quiet zone. */
export function qrPath(matrix: QrMatrix): string {
  return matrix
    .flatMap((row, y) =>
      runsOf(row).map(({ start, length }) => `M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${length}v1h${-length}z`),
    )
    .join('')
}

function runsOf(row: readonly boolean[]): { start: number; length: number }[] {
  return row.flatMap((isDark, start) => {
    if (!isDark || row[start - 1]) return []
    const end = row.indexOf(false, start)
    return [{ start, length: (end < 0 ? row.length : end) - start }]
  })
}
