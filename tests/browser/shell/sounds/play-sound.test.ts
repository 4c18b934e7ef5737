// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { SOUNDS } from '#browser/shell/sounds/sound-preference.ts'
import { fakeAudio } from '../../../support/fake-audio.ts'

/** The module as a page loads it anew. */
async function openPage() {
  vi.resetModules()
  return import('#browser/shell/sounds/play-sound.ts')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('each sound is another one, and one audio plays them all', async () => {
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

it('a browser that lets nothing out is asked for a moment, and what was not heard then is not heard later', async () => {
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

it('no audio is opened before the page was touched', async () => {
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

it('a browser without audio, or with none to give, is quiet', async () => {
  const { playSound, wakeAudio } = await openPage()
  expect(await playSound('failed')).toBe('missing')
  vi.stubGlobal('AudioContext', function () {
    throw new DOMException('no device', 'NotSupportedError')
  })
  wakeAudio()
  expect(await playSound('failed')).toBe('missing')
})
