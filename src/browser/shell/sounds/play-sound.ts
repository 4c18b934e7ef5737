import type { Sound } from './sound-preference.ts'

/** A tone: its pitch (Hz), and when it begins and how long it lasts (s). */
type Tone = { hz: number; at: number; lasts: number }

/** Two up; three up; two down and low; a bell that rings twice. */
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
/** A tone that begins at once would crackle (s). */
const RISE = 0.015
/** Between two sounds (s). */
const PAUSE = 0.15
/** So long a browser may take that lets sounds out; later it would be about something that was a while ago. */
const START_MS = 400

/** `blocked`: the browser lets no sound out before the page was touched, or at all. `missing`: it has none. */
export type SoundOutcome = 'played' | 'blocked' | 'missing'

let context: AudioContext | undefined
/** When the last sound is over, by the clock of the audio. */
let freeAt = 0

/** Plays a sound now, behind the one that is playing, or not at all. It never throws. */
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

/** Called in a press or a key: what browsers wait for before they let a sound out. */
export function wakeAudio(): void {
  const audio = openAudio()
  if (typeof audio !== 'string' && audio.state !== 'running') void start(audio)
}

function openAudio(): AudioContext | Exclude<SoundOutcome, 'played'> {
  if (context) return context
  if (typeof AudioContext !== 'function') return 'missing'
  // A browser complains of one that is opened before that.
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return 'blocked'
  try {
    return (context = new AudioContext())
  } catch {
    return 'missing'
  }
}

/** Refused, it is not running: that says enough. */
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
