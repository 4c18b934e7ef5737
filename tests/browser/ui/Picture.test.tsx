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
/** Each test has its own URL, because what is known about a picture is kept. */
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

it('a picture loads when it becomes visible, in a box of its own', () => {
  const image = draw(address()).image()
  expect(image).toHaveAttribute('loading', 'lazy')
  expect([image.width, image.height]).toEqual([40, 40])
})

it('a missing or broken picture is replaced by the other one, then by two letters', () => {
  const [small, large] = [address(), address()]
  expect(draw(undefined, large).shown).toBe(large)

  const picture = draw(small, large)
  expect(picture.shown).toBe(small)
  fireEvent.error(picture.image())
  expect(picture.shown).toBe(large)
  fireEvent.error(picture.image())
  expect(picture.shown).toBe('KP')
})

it('a picture glows from the same URL, without reading it, and letters have no glow', () => {
  const src = address()
  const { container } = render(<Picture name="Kestrel Pay" src={src} size="tile" hasGlow />)
  const images = [...container.querySelectorAll('img')]
  expect(images.map((image) => [image.src, image.alt, image.crossOrigin])).toEqual([
    [src, '', null],
    [src, '', null],
  ])
  fireEvent.error(images[0]!)
  expect(container.innerHTML).not.toContain('<img')
  expect(container).toHaveTextContent('KP')
})

it('a broken picture is not requested again for five minutes, wherever it is shown', () => {
  vi.useFakeTimers()
  const src = address()
  fireEvent.error(draw(src).image())
  vi.advanceTimersByTime(4 * MINUTE_MS)
  expect(draw(src).shown).toBe('KP')
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(draw(src).shown).toBe(src)
})

it('a picture that was shown before is there at once', () => {
  const src = address()
  fireEvent.load(draw(src).image())
  const image = draw(src).image()
  expect(image).toHaveAttribute('loading', 'eager')
  expect(image).toHaveAttribute('decoding', 'sync')
})

it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/hostname', ''])(
  'no picture is shown for the address %j',
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
  // The finder pattern in the corner: dark all along its edge.
  expect(matrix[0]?.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false])
})

it('a QR code has a name, and is at least as wide as requested, in whole pixels for each module', () => {
  render(<QrCode text={LINK} name="Redeem it" minPx={160} />)
  const code = screen.getByRole('img', { name: 'Redeem it' })
  const modules = (findQrMatrix(LINK)?.length ?? 0) + 2 * QUIET_MODULES
  expect(Number(code.getAttribute('width'))).toBeGreaterThanOrEqual(160)
  expect(Number(code.getAttribute('width')) % modules).toBe(0)
  expect(code).toHaveAttribute('viewBox', `0 0 ${modules} ${modules}`)
})

it('no QR code is shown for text that is too long', () => {
  expect(findQrMatrix('x'.repeat(5000))).toBeUndefined()
  const { container } = render(<QrCode text={'x'.repeat(5000)} name="Redeem" />)
  expect(container.innerHTML).toBe('')
})
