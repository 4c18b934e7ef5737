// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { findQrMatrix, QrCode, qrPath, QUIET_MODULES } from '#browser/ui/QrCode.tsx'

const LINK = 'https://redeem.pixelmoor.example/a/7K4P2M9X'

afterEach(cleanup)

describe('a QR code', () => {
  it('is drawn module by module', () => {
    const matrix = findQrMatrix(LINK) ?? []
    const drawn = matrix.map((row) => row.map(() => false))
    for (const [, x, y, length] of qrPath(matrix).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let module = 0; module < Number(length); module += 1) {
        const row = drawn[Number(y) - QUIET_MODULES]
        if (row) row[Number(x) - QUIET_MODULES + module] = true
      }
    }
    expect(drawn).toEqual(matrix)
    // The finder in the corner: dark all along its edge.
    expect(matrix[0]?.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false])
  })

  it('has a name, and is at least as wide as asked, in whole pixels for each module', () => {
    render(<QrCode text={LINK} name="Redeem with a phone" minPx={160} />)
    const code = screen.getByRole('img', { name: 'Redeem with a phone' })
    const modules = (findQrMatrix(LINK)?.length ?? 0) + 2 * QUIET_MODULES
    expect(Number(code.getAttribute('width'))).toBeGreaterThanOrEqual(160)
    expect(Number(code.getAttribute('width')) % modules).toBe(0)
    expect(code).toHaveAttribute('viewBox', `0 0 ${modules} ${modules}`)
  })

  it('is nothing for a text too long for one', () => {
    expect(findQrMatrix('x'.repeat(5000))).toBeUndefined()
    const { container } = render(<QrCode text={'x'.repeat(5000)} name="Redeem" />)
    expect(container.innerHTML).toBe('')
  })
})
