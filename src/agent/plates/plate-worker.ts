// First, so that the agent hears of this process before the native libraries load.
import { answer, type PlateJob } from './plate-messages.ts'
import sharp from 'sharp'
import { loadPlateModels, type PlateModels } from './model/plate-models.ts'
import { readPlates } from './read-plates.ts'

/** A second one would cost a tenth more work, and the agent must keep a core for the weight. */
const MODEL_THREADS = 1

// The agent is gone; a run under way cannot be ended in a milder way, and there is nothing to keep.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// Pictures are decoded one at a time here; more threads would only take them from the weight.
sharp.concurrency(1)
sharp.cache(false)
const tellStep = () => answer({ working: true })
const models = await loadPlateModels(MODEL_THREADS, tellStep)
const telling: PlateModels = {
  ...models,
  detect: (picture) => (tellStep(), models.detect(picture)),
  recognise: (strip) => (tellStep(), models.recognise(strip)),
}
await readPlates(telling, await warmingPicture())

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
