import { readFileSync } from 'node:fs'

import { expect, it, describe } from 'vitest'

import { BROWSER_BAR } from '#browser/lib/theme.ts'

type Theme = 'light' | 'dark'

const css = readFileSync('src/browser/styles/tokens.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const ROOM = readTokens(':root')
const PAPER = new Map([...ROOM, ...readTokens('.paper')])

/** Each text color with its background, as on the screens. */
const ROOM_TEXTS = [
  ...on('ink', 'canvas tray surface sunken cat act-tint ok-tint wait-tint bad-tint unk-tint'),
  ...on('ink-2', 'canvas tray surface sunken cat act-tint'),
  ...on('ink-3', 'canvas surface sunken'),
  ...on('act-ink', 'canvas tray surface act-tint'),
  ...on('act', 'canvas tray surface'),
  ...on('on-act', 'act act-press'),
  ...on('ok', 'surface canvas ok-tint'),
  ...on('wait', 'surface canvas wait-tint'),
  ...on('bad', 'surface canvas tray bad-tint'),
  ...on('unk', 'surface canvas unk-tint'),
  ...on('on-solid', 'ok-solid bad-solid'),
  ...on('on-wait', 'wait-solid'),
  ...on('rail-ink', 'rail rail-2'),
  ...on('rail-on-ink', 'rail-on'),
  ...on('toast-act', 'toast'),
  ...on('night-ok', 'rail toast'),
  ...on('night-bad', 'rail toast'),
  ...on('on-night', 'night-wait night-bad'),
  ...on('on-train', 'train train-2'),
  // The colors of a selected filter and of a step of a wizard are swapped.
  ...on('canvas', 'ink'),
]
const PAPER_TEXTS = [
  ...on('ink', 'paper paper-2 surface sunken act-tint ok-tint wait-tint bad-tint unk-tint'),
  ...on('ink-2', 'paper paper-2 surface'),
  ...on('ink-3', 'paper surface'),
  ...on('paper-ink-2', 'paper paper-2'),
  ...on('act-ink', 'paper paper-2'),
  ...on('on-act', 'act act-press'),
  ...on('ok', 'paper surface ok-tint'),
  ...on('wait', 'paper wait-tint'),
  ...on('bad', 'paper surface bad-tint'),
  ...on('unk', 'paper unk-tint'),
]

/**
 * What is recognizable only by its edge: fields, buttons, chips, switches, the focus ring, the edges of the money
 * states.
 */
const ROOM_EDGES = [
  ...on('line-strong', 'canvas tray surface'),
  ...on('act', 'canvas tray surface'),
  ...on('focus', 'canvas tray surface'),
  ...on('night-focus', 'rail toast'),
  ...on('night-wait', 'rail toast'),
  ...on('night-unk', 'rail toast'),
  ...on('ok', 'ok-tint canvas surface'),
  ...on('ok-solid', 'ok-tint'),
  ...on('wait', 'wait-tint'),
  ...on('wait-edge', 'wait-tint surface'),
  ...on('bad', 'bad-tint surface'),
  ...on('bad-solid', 'bad-tint canvas surface'),
  ...on('unk', 'unk-tint'),
  ...on('unk-solid', 'unk-tint'),
]
const PAPER_EDGES = [
  ...on('line-strong', 'paper surface'),
  ...on('paper-line-strong', 'paper paper-2'),
  ...on('act', 'paper surface'),
  ...on('bad-solid', 'paper surface'),
  ...on('focus', 'paper'),
]

describe.each<Theme>(['light', 'dark'])('the colors in the %s theme', (theme) => {
  it('every text has a contrast of at least 4.5 to its background', () => {
    expect([...tooFaint(ROOM, ROOM_TEXTS, theme, 4.5), ...tooFaint(PAPER, PAPER_TEXTS, theme, 4.5)]).toEqual([])
  })

  it('every edge has a contrast of at least 3 to what is around it', () => {
    expect([...tooFaint(ROOM, ROOM_EDGES, theme, 3), ...tooFaint(PAPER, PAPER_EDGES, theme, 3)]).toEqual([])
  })

  it("the browser's bar has the color of the rail", () => {
    expect(BROWSER_BAR[theme]).toBe(colorOf(ROOM, 'rail', theme))
  })
})

it('black on white has a contrast of 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

function on(text: string, grounds: string): [string, string][] {
  return grounds.split(' ').map((ground) => [text, ground])
}

function tooFaint(tokens: Map<string, string>, pairs: [string, string][], theme: Theme, least: number): string[] {
  return pairs.flatMap(([text, ground]) => {
    const found = contrast(colorOf(tokens, text, theme), colorOf(tokens, ground, theme))
    return found < least ? [`${text} on ${ground}: ${found.toFixed(2)}`] : []
  })
}

function readTokens(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

function colorOf(tokens: Map<string, string>, name: string, theme: Theme): string {
  const value = tokens.get(name) ?? ''
  const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [undefined, value, value]
  const color = theme === 'light' ? light : dark
  if (!/^#[0-9a-f]{6}$/.test(color ?? '')) throw new Error(`--${name} is no color: ${value}`)
  return color!
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
