// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { findLetters } from '#browser/ui/Avatar.tsx'
import { Picture } from '#browser/ui/Picture.tsx'

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

describe('a picture', () => {
  it('is asked for when it comes into sight, in a box of its own', () => {
    const image = draw(address()).image()
    expect(image).toHaveAttribute('loading', 'lazy')
    expect([image.width, image.height]).toEqual([40, 40])
  })

  it('gives way to the other one when it is missing or broken, then to two letters', () => {
    const [small, large] = [address(), address()]
    expect(draw(undefined, large).shown).toBe(large)

    const picture = draw(small, large)
    expect(picture.shown).toBe(small)
    fireEvent.error(picture.image())
    expect(picture.shown).toBe(large)
    fireEvent.error(picture.image())
    expect(picture.shown).toBe('KP')
  })

  it('is not asked for again for five minutes once it was broken, wherever it stands', () => {
    vi.useFakeTimers()
    const src = address()
    fireEvent.error(draw(src).image())
    vi.advanceTimersByTime(4 * MINUTE_MS)
    expect(draw(src).shown).toBe('KP')
    vi.advanceTimersByTime(2 * MINUTE_MS)
    expect(draw(src).shown).toBe(src)
  })

  it('is there at once when it was shown before', () => {
    const src = address()
    fireEvent.load(draw(src).image())
    const image = draw(src).image()
    expect(image).toHaveAttribute('loading', 'eager')
    expect(image).toHaveAttribute('decoding', 'sync')
  })

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/hostname', ''])(
    'is none at the address %j',
    (src) => {
      expect(draw(src).shown).toBe('KP')
    },
  )
})

describe('findLetters', () => {
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
  ])('makes of %j %s', (name, letters) => {
    expect(findLetters(name)).toBe(letters)
  })
})
