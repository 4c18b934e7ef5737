// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { findLetters } from '#browser/ui/Avatar.tsx'
import { Picture } from '#browser/ui/Picture.tsx'
import { findQrMatrix, QrCode, qrPath, QUIET_MODULES } from '#browser/ui/QrCode.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const MINUTE_MS = 60_000

let pictures = 0
/** No two tests share an address: what is known of one stays known. */
const address = () => `https://pictures.example/${(pictures += 1)}.png`

const draw = (src?: string, srcInstead?: string) => {
  const { container } = render(<Picture name="Kestrel Pay" src={src} srcInstead={srcInstead} size="sm" />)
  return {
    get shown() {
      return container.querySelector('img')?.src ?? container.textContent
    },
    image: () => container.querySelector('img')!,
  }
}

it('a picture is asked for when it comes into sight, in a box of its own', () => {
  const image = draw(address()).image()
  expect(image).toHaveAttribute('loading', 'lazy')
  expect([image.width, image.height]).toEqual([40, 40])
})

it('a picture gives way to the other one when it is missing or broken, then to two letters', () => {
  const [small, large] = [address(), address()]
  expect(draw(undefined, large).shown).toBe(large)

  const picture = draw(small, large)
  expect(picture.shown).toBe(small)
  fireEvent.error(picture.image())
  expect(picture.shown).toBe(large)
  fireEvent.error(picture.image())
  expect(picture.shown).toBe('KP')
})

it('a picture is not asked for again for five minutes once it was broken, wherever it stands', () => {
  vi.useFakeTimers()
  const src = address()
  fireEvent.error(draw(src).image())
  vi.advanceTimersByTime(4 * MINUTE_MS)
  expect(draw(src).shown).toBe('KP')
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(draw(src).shown).toBe(src)
})

it('a picture is there at once when it was shown before', () => {
  const src = address()
  fireEvent.load(draw(src).image())
  const image = draw(src).image()
  expect(image).toHaveAttribute('loading', 'eager')
  expect(image).toHaveAttribute('decoding', 'sync')
})

it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/hostname', ''])(
  'a picture is none at %j',
  (src) => {
    expect(draw(src).shown).toBe('KP')
  },
)

it.each([
  ['Kestrel Pay', 'KP'],
  ['Pixelmoor', 'PI'],
  ['Drift & Dune', 'DD'],
  ['  100   minutes ', '1M'],
  ['قسيمة دكّاني', 'قد'],
  ['مكالمات', 'مك'],
  ['🎮 Games', '🎮G'],
  ['👩🏽‍💻🇦🇪', '👩🏽‍💻🇦🇪'],
  ['Élan', 'ÉL'],
  ['<script>', 'SC'],
  ['Q', 'Q'],
  ['', ''],
])('findLetters makes of %j %s', (name, letters) => {
  expect(findLetters(name)).toBe(letters)
})

const LINK = 'https://redeem.pixelmoor.example/a/7K4P2M9X'

it('a QR code is drawn module by module', () => {
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

it('a QR code has a name, and is at least as wide as asked, in whole pixels for each module', () => {
  render(<QrCode text={LINK} name="Redeem it" minPx={160} />)
  const code = screen.getByRole('img', { name: 'Redeem it' })
  const modules = (findQrMatrix(LINK)?.length ?? 0) + 2 * QUIET_MODULES
  expect(Number(code.getAttribute('width'))).toBeGreaterThanOrEqual(160)
  expect(Number(code.getAttribute('width')) % modules).toBe(0)
  expect(code).toHaveAttribute('viewBox', `0 0 ${modules} ${modules}`)
})

it('a QR code is nothing for a text too long for one', () => {
  expect(findQrMatrix('x'.repeat(5000))).toBeUndefined()
  const { container } = render(<QrCode text={'x'.repeat(5000)} name="Redeem" />)
  expect(container.innerHTML).toBe('')
})
