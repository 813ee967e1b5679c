import sharp from 'sharp'
import { loadPlateModels, type PlateModels } from './model/plate-models.ts'
import type { Box, PlateCandidate } from './plate-reader.ts'
import { readPlates } from './read-plates.ts'

export interface PlateJob {
  id: number
  jpeg: Uint8Array
  roi?: Box
}
export type PlateAnswer =
  | { ready: true }
  /** One step of a frame begins, which is all that a busy machine may have to show for seconds. */
  | { working: true }
  | { id: number; candidates: PlateCandidate[] }
  | { id: number; error: string }

/** A second one would cost a tenth more work, and the agent must keep a core for the weight. */
const MODEL_THREADS = 1

// The agent is gone; a run under way cannot be ended in a milder way, and there is nothing to keep.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// Pictures are decoded one at a time here; more threads would only take them from the weight.
sharp.concurrency(1)
sharp.cache(false)
const models = await loadPlateModels(MODEL_THREADS)
const telling: PlateModels = {
  ...models,
  detect: (picture) => (answer({ working: true }), models.detect(picture)),
  recognise: (strip) => (answer({ working: true }), models.recognise(strip)),
}
await readPlates(models, await warmingPicture())

process.on('message', (job: PlateJob) => {
  void readPlates(telling, job.jpeg, job.roi).then(
    (candidates) => answer({ id: job.id, candidates }),
    (error: unknown) => answer({ id: job.id, error: String(error) }),
  )
})
answer({ ready: true })

/** The first run of a model is several times slower, so a grey picture with a stripe of noise goes first. */
async function warmingPicture(): Promise<Uint8Array> {
  const background = { r: 120, g: 120, b: 120 }
  const grey = { width: 1280, height: 720, channels: 3, background } as const
  return sharp({ create: grey }).jpeg().toBuffer()
}

function answer(message: PlateAnswer): void {
  // An agent that has just ended cannot be notified; `disconnect` follows.
  process.send!(message, () => {})
}
