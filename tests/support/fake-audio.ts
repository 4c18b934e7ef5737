import { vi } from 'vitest'

/**
 * A browser's audio, which records the pitch of each tone that was started. It is suspended until it is resumed, as on
 * a page that was not touched yet; with `refuses` it stays suspended.
 */
export function fakeAudio() {
  const audio = { refuses: false, opened: 0, tones: [] as number[] }
  class FakeAudioContext {
    currentTime = 0
    destination = {}
    isResumed = false
    constructor() {
      audio.opened += 1
    }
    get state() {
      return this.isResumed && !audio.refuses ? 'running' : 'suspended'
    }
    async resume() {
      // Audio that waits for a touch never resolves.
      if (audio.refuses) await new Promise(() => {})
      this.isResumed = true
    }
    createOscillator() {
      const frequency = { value: 0 }
      return {
        frequency,
        connect: <T>(next: T) => next,
        start: () => audio.tones.push(frequency.value),
        stop: () => {},
      }
    }
    createGain() {
      return {
        gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
        connect: <T>(next: T) => next,
      }
    }
  }
  vi.stubGlobal('AudioContext', FakeAudioContext)
  return audio
}
