import { readFileSync } from 'node:fs'

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

/** Degrees on the color circle, and how colorful (0 to 1). */
function hueOf(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const most = Math.max(red, green, blue)
  const chroma = most - Math.min(red, green, blue)
  const sector =
    most === red ? (green - blue) / chroma : most === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
  return { hue: (sector * 60 + 360) % 360, chroma }
}

const tokens = readFileSync('src/browser/styles/tokens.css', 'utf8')
const tokenOf = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)?.slice(1) ?? []

it.each(ACCENTS)('the accent %s is gray, or its hue is 30 degrees from that of each money state', (accent) => {
  const { hue, chroma } = hueOf(ACCENT_COLORS[accent].light.act)
  for (const state of ['ok-solid', 'wait', 'wait-solid', 'bad-solid', 'unk-solid']) {
    const [color = ''] = tokenOf(state)
    const apart = Math.abs(((hue - hueOf(color).hue + 540) % 360) - 180)
    if (chroma > 0.15) expect(apart, state).toBeGreaterThanOrEqual(30)
  }
})

it('the accent of a shop that chose none is that of the style sheet', () => {
  const { light, dark } = ACCENT_COLORS.petrol
  for (const [name, key] of [
    ['act', 'act'],
    ['act-press', 'press'],
    ['act-tint', 'tint'],
    ['act-ink', 'ink'],
  ] as const)
    expect(tokenOf(name)).toEqual([light[key], dark[key]])
})

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
