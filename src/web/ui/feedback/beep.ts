// One short, soft tone: heard over an engine, not startling in a cabin.
const TONE_HZ = 880
const TONE_S = 0.14
const LOUDNESS = 0.12

let sounds: AudioContext | undefined
/** Tones that are still playing. */
let tones = 0

/** A short tone: a load has settled, a code was read; silent while the browser allows no sound yet. */
export async function beep(): Promise<void> {
  sounds ??= new AudioContext()
  // Without a press or key before it a browser keeps the page silent.
  if (sounds.state === 'suspended') await Promise.race([sounds.resume(), pause()])
  // Otherwise the first key press would start it later, and it would play silence for as long as the page is open.
  if (sounds.state !== 'running') return suspendSound()
  tones++
  const tone = sounds.createOscillator()
  const volume = sounds.createGain()
  const { currentTime } = sounds
  tone.frequency.value = TONE_HZ
  volume.gain.setValueAtTime(LOUDNESS, currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + TONE_S)
  tone.connect(volume).connect(sounds.destination)
  tone.addEventListener('ended', () => {
    tones--
    void suspendSound()
  })
  tone.start()
  tone.stop(currentTime + TONE_S)
}

/** A context that runs between two tones keeps the sound card and two threads at work. */
async function suspendSound() {
  if (tones === 0) await sounds?.suspend()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
