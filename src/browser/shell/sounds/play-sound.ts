import type { Sound } from './sound-preference.ts'

/** Pitch in Hz; start and duration in seconds. */
type Tone = { hz: number; at: number; lasts: number }

/** Two rising; three rising; two falling; a bell that rings twice. */
const TUNES: Record<Sound, { wave: OscillatorType; tones: readonly Tone[] }> = {
  sold: {
    wave: 'sine',
    tones: [
      { hz: 659, at: 0, lasts: 0.12 },
      { hz: 988, at: 0.1, lasts: 0.2 },
    ],
  },
  complete: {
    wave: 'sine',
    tones: [
      { hz: 523, at: 0, lasts: 0.14 },
      { hz: 659, at: 0.12, lasts: 0.14 },
      { hz: 784, at: 0.24, lasts: 0.3 },
    ],
  },
  failed: {
    wave: 'triangle',
    tones: [
      { hz: 294, at: 0, lasts: 0.24 },
      { hz: 196, at: 0.22, lasts: 0.4 },
    ],
  },
  order: {
    wave: 'sine',
    tones: [
      { hz: 1_047, at: 0, lasts: 0.3 },
      { hz: 831, at: 0.25, lasts: 0.3 },
      { hz: 1_047, at: 0.6, lasts: 0.3 },
      { hz: 831, at: 0.85, lasts: 0.4 },
    ],
  },
}

const LOUDNESS = 0.25
const SILENCE = 0.0001
/** Fade-in (s) that prevents a click. */
const RISE = 0.015
/** Between two sounds (s). */
const PAUSE = 0.15
/** How long (ms) to wait for audio to start; later the sound would be outdated. */
const START_MS = 400

/** `blocked`: the browser won't play audio until the user interacts with the page, or never will. `missing`: there is no audio. */
export type SoundOutcome = 'played' | 'blocked' | 'missing'

let context: AudioContext | undefined
/** When the last sound ends, by the audio clock. */
let freeAt = 0

/** Plays a sound after the current one has ended, or not at all. Never throws. */
export async function playSound(sound: Sound): Promise<SoundOutcome> {
  const audio = openAudio()
  if (typeof audio === 'string') return audio
  if (audio.state !== 'running') await Promise.race([start(audio), after(START_MS)])
  if (audio.state !== 'running') return 'blocked'
  const from = Math.max(audio.currentTime, freeAt)
  const { wave, tones } = TUNES[sound]
  for (const tone of tones) playTone(audio, wave, { ...tone, at: from + tone.at })
  freeAt = from + Math.max(...tones.map(({ at, lasts }) => at + lasts)) + PAUSE
  return 'played'
}

/** Call in a press or key handler, because browsers require one to start audio. */
export function wakeAudio(): void {
  const audio = openAudio()
  if (typeof audio !== 'string' && audio.state !== 'running') void start(audio)
}

function openAudio(): AudioContext | Exclude<SoundOutcome, 'played'> {
  if (context) return context
  if (typeof AudioContext !== 'function') return 'missing'
  // Opening audio earlier logs a warning.
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return 'blocked'
  try {
    return (context = new AudioContext())
  } catch {
    return 'missing'
  }
}

const start = (audio: AudioContext): Promise<void> => audio.resume().catch(() => {})

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function playTone(audio: AudioContext, wave: OscillatorType, { hz, at, lasts }: Tone): void {
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.type = wave
  tone.frequency.value = hz
  loudness.gain.setValueAtTime(SILENCE, at)
  loudness.gain.exponentialRampToValueAtTime(LOUDNESS, at + RISE)
  loudness.gain.exponentialRampToValueAtTime(SILENCE, at + lasts)
  tone.connect(loudness).connect(audio.destination)
  tone.start(at)
  tone.stop(at + lasts)
}
