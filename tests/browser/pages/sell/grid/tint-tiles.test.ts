import { expect, it } from 'vitest'

import { mainHueOf } from '#browser/pages/sell/grid/tint-tiles.ts'

const dots = (...colors: [color: [red: number, green: number, blue: number, alpha: number], count: number][]) =>
  Uint8ClampedArray.from(colors.flatMap(([color, count]) => Array.from({ length: count }, () => color).flat()))

it.each<[string, Uint8ClampedArray, number | null]>([
  ['red', dots([[220, 30, 30, 255], 10]), 0],
  ['orange over much white', dots([[255, 255, 255, 255], 60], [[255, 128, 0, 255], 40]), 30],
  ['the larger of two colors', dots([[0, 0, 200, 255], 30], [[0, 200, 0, 255], 20]), 240],
  ['a color around zero degrees', dots([[200, 0, 20, 255], 10], [[200, 0, 18, 255], 10]), 354],
  ['black and white', dots([[0, 0, 0, 255], 50], [[255, 255, 255, 255], 50]), null],
  ['a transparent color', dots([[255, 0, 0, 0], 50]), null],
  ['a few colored dots', dots([[255, 0, 0, 255], 1], [[90, 90, 90, 255], 99]), null],
  ['nothing', new Uint8ClampedArray(), null],
])('the main color of a picture with %s', (_, data, hue) => {
  expect(mainHueOf(data)).toBe(hue)
})
