// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { SOUNDS } from '#browser/shell/sounds/sound-preference.ts'
import { fakeAudio } from '../../../support/fake-audio.ts'

async function openPage() {
  vi.resetModules()
  return import('#browser/shell/sounds/play-sound.ts')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('each sound is different, and one audio context plays them all', async () => {
  const audio = fakeAudio()
  const { playSound } = await openPage()
  const tunes = new Set<string>()
  for (const sound of SOUNDS) {
    audio.tones.length = 0
    expect(await playSound(sound)).toBe('played')
    tunes.add(audio.tones.join(' '))
  }
  expect(tunes.size).toBe(SOUNDS.length)
  expect(audio.opened).toBe(1)
})

it('a browser that blocks sound is asked for a moment, and a blocked sound is not played later', async () => {
  const audio = fakeAudio()
  audio.refuses = true
  const { playSound, wakeAudio } = await openPage()
  const playing = playSound('sold')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await playing).toBe('blocked')
  audio.refuses = false
  wakeAudio()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(audio.tones).toEqual([])
  expect(await playSound('sold')).toBe('played')
})

it('no audio context is opened before the page was touched', async () => {
  const audio = fakeAudio()
  const activation = { hasBeenActive: false }
  vi.stubGlobal('navigator', { userActivation: activation })
  const { playSound, wakeAudio } = await openPage()
  expect(await playSound('order')).toBe('blocked')
  expect(audio.opened).toBe(0)
  activation.hasBeenActive = true
  wakeAudio()
  expect(await playSound('order')).toBe('played')
})

it('a browser without audio, or whose audio fails, plays nothing and causes no failure', async () => {
  const { playSound, wakeAudio } = await openPage()
  expect(await playSound('failed')).toBe('missing')
  vi.stubGlobal('AudioContext', function () {
    throw new DOMException('no device', 'NotSupportedError')
  })
  wakeAudio()
  expect(await playSound('failed')).toBe('missing')
})
