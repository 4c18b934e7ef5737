import { expect, it } from 'vitest'

import { formatCountdown } from '#browser/features/sale/Countdown.tsx'

it.each([
  [0, '0:00'],
  [8, '0:08'],
  [60, '1:00'],
  [305, '5:05'],
])('%i seconds are %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text))
