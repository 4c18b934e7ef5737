import { useMemo } from 'react'

import { findQrMatrix, qrPath, QUIET_MODULES } from './qr-matrix.ts'

type QrCodeProps = {
  text: string
  /** What the code is for, in words. */
  name: string
  /** The least width, its quiet zone counted in. */
  minPx?: number
  className?: string
}

/** Always dark on white, with its quiet zone; nothing for a text that is too long for a QR code. */
export function QrCode({ text, name, minPx = 104, className }: QrCodeProps) {
  const matrix = useMemo(() => findQrMatrix(text), [text])
  if (!matrix) return null
  const modules = matrix.length + 2 * QUIET_MODULES
  // Whole pixels for each module keep the edges sharp.
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
