import { expect, it } from 'vitest'

import { ACCENT_COLORS, ACCENTS } from '#domain/accent.ts'

/** The surroundings of an accent, from tokens.css: text on it, and the darkest or lightest backgrounds behind it. */
const AROUND = {
  light: { onAct: '#ffffff', text: '#3b5157', behind: ['#ffffff', '#e9eeee', '#d6e0e1'] },
  dark: { onAct: '#04222a', text: '#b9c9cd', behind: ['#18262a', '#0d1619', '#060d10'] },
  paper: { onAct: '#ffffff', text: '#33474d', behind: ['#ece6d7', '#ddd6c4', '#cfc7b1'] },
} as const

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const cases = ACCENTS.flatMap((accent) =>
  (['light', 'dark', 'paper'] as const).map((theme) => [accent, theme] as const),
)

it.each(cases)('the accent %s can be read in the theme %s', (accent, theme) => {
  const { act, press, tint, ink } = ACCENT_COLORS[accent][theme]
  const { onAct, text, behind } = AROUND[theme]
  const pairs = [
    [onAct, act],
    [onAct, press],
    [ink, tint],
    [text, tint],
    ...behind.flatMap((color) => [
      [act, color],
      [ink, color],
    ]),
  ]
  for (const [one = '', other = ''] of pairs)
    expect(contrastOf(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
})
