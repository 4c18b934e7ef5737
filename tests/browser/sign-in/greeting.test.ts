// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { greetingAt } from '#browser/pages/sign-in/SignInPage.tsx'
import { setTimeZone } from '#browser/i18n/format-time.ts'

it.each([
  ['Asia/Dubai', '07:59', 'signIn.morning'],
  ['Asia/Dubai', '08:00', 'signIn.afternoon'],
  ['Asia/Dubai', '13:59', 'signIn.afternoon'],
  ['Asia/Dubai', '14:00', 'signIn.evening'],
  ['Asia/Dubai', '20:00', 'signIn.morning'],
  ['America/New_York', '17:15', 'signIn.afternoon'],
] as const)('in a shop in %s at %s UTC is %s, whatever this machine takes for its zone', (zone, time, greeting) => {
  setTimeZone(zone)
  expect(greetingAt(Date.parse(`2026-11-22T${time}:00Z`))).toBe(greeting)
})
