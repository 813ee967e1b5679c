import { HEARD_BYTES, type SpokenBytes } from '#contract/device/scale-detection.ts'
import type { ScaleCandidate } from '#contract/device/scale-detection.ts'
import type { DetectedScales } from '#contract/device/scale-detection.ts'
import { detectionChoices, scales, type ScaleChoice } from '#contract/device/scale-connection.ts'
import type { ScaleDriver, ScaleEvent, Transport } from './frames/scale-driver.ts'
import { bytesOfLine } from '#contract/scales/form/line-bytes.ts'
import { openDriver } from './frames/open-driver.ts'

const LISTEN_MS = 2000
const ANSWER_MS = 200
/** Good frames that make a candidate (devices.md 3.10). */
const CHECKED_FRAMES = 3
const UNCHECKED_FRAMES = 10
/** Who left so many first questions unanswered is asked no more. */
const PATIENCE = 2

interface DetectionAttempt {
  choice: ScaleChoice
  checksummed: boolean
  driver: ScaleDriver
  good: number
  bad: number
  grams: number | null
}

/** Listens, then asks every harmless question; takes at most about six seconds, then the line is closed. */
export async function detectScale(
  open: (signal: AbortSignal) => Promise<Transport>,
  signal: AbortSignal,
): Promise<DetectedScales> {
  const line = await open(signal)
  const streams = attempts('stream')
  let listeners = streams
  let bytes = 0
  let last = Buffer.alloc(0)
  let onBytes = () => {}
  const reading = (async () => {
    for await (const chunk of line.chunks) {
      bytes += chunk.length
      last = Buffer.concat([last, chunk]).subarray(-HEARD_BYTES)
      for (const tried of listeners)
        for (const event of tried.driver.feed(chunk)) count(tried, event)
      onBytes()
    }
  })()
  const waitForBytes = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      onBytes = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  await pause(LISTEN_MS, signal)
  const polls = streams.some(isCandidate) ? [] : attempts('poll')
  for (const tried of polls) {
    listeners = [tried]
    for (let n = 0; n < UNCHECKED_FRAMES + 1 && !isCandidate(tried) && !signal.aborted; n++) {
      if (n >= PATIENCE && tried.good === 0) break
      tried.driver.reset()
      line.write(tried.driver.poll!())
      const asked = performance.now()
      const before = tried.good
      let left = ANSWER_MS
      while (tried.good === before && left > 0) {
        await waitForBytes(left)
        left = ANSWER_MS - (performance.now() - asked)
      }
    }
  }
  line.close()
  await reading
  return {
    bytes,
    heard: last.toString('hex'),
    candidates: [...streams, ...polls].filter(isCandidate).map(toCandidate),
  }
}

/** The last bytes of a line whose indicator is greeted and asked as the installer typed it in; nothing is guessed of them. */
export async function hearScale(
  open: (signal: AbortSignal) => Promise<Transport>,
  says: SpokenBytes,
  signal: AbortSignal,
): Promise<DetectedScales> {
  const greeting = Uint8Array.from(bytesOfLine(says.greeting ?? ''))
  const question = Uint8Array.from(bytesOfLine(says.question ?? ''))
  const line = await open(signal)
  let bytes = 0
  let last = Buffer.alloc(0)
  const reading = (async () => {
    for await (const chunk of line.chunks) {
      bytes += chunk.length
      last = Buffer.concat([last, chunk]).subarray(-HEARD_BYTES)
    }
  })()
  if (greeting.length > 0) {
    line.write(greeting)
    await pause(ANSWER_MS, signal)
    // The answer to a greeting is no frame.
    last = Buffer.alloc(0)
  }
  for (let waited = 0; waited < LISTEN_MS && !signal.aborted; waited += ANSWER_MS) {
    if (question.length > 0) line.write(question)
    await pause(ANSWER_MS, signal)
  }
  line.close()
  await reading
  return { bytes, heard: last.toString('hex'), candidates: [] }
}

/** What is tried: address 1 and kilograms, as the makers deliver their indicators. */
function attempts(mode: ScaleDriver['mode']): DetectionAttempt[] {
  return scales
    .flatMap(detectionChoices)
    .map((tried) => ({ ...tried, driver: openDriver(tried.choice), good: 0, bad: 0, grams: null }))
    .filter(({ driver }) => driver.mode === mode)
}

function count(tried: DetectionAttempt, event: ScaleEvent): void {
  if (event.kind === 'bad') tried.bad++
  else tried.good++
  if (event.kind === 'sample') tried.grams = event.grams
}

function isCandidate({ checksummed, good, bad }: DetectionAttempt): boolean {
  return good >= (checksummed ? CHECKED_FRAMES : UNCHECKED_FRAMES) && good > bad
}

function toCandidate({ choice, checksummed, good, bad, grams }: DetectionAttempt): ScaleCandidate {
  return { ...choice, good, bad, checksummed, grams }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
