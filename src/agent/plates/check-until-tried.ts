import type { Camera } from '../cameras/snapshot.ts'
import type { DeviceStateKeeper } from '../site/device-state.ts'

/** The site's cameras have started by then, and a starting site shows no lost device for longer. */
const FIRST_MS = 1000
/** As often as a camera itself is asked (domain.md 3.17). */
const AGAIN_MS = 10_000

/**
 * Before the first vehicle no plate is requested, so a working reader would be shown as lost: until it has been tried its state
 * is that of its camera. Only a picture is taken, so that no frame is displaced. Returns the function that ends this.
 */
export function checkUntilTried(
  state: DeviceStateKeeper,
  camera: () => Pick<Camera, 'photo'>,
  { firstMs, againMs } = { firstMs: FIRST_MS, againMs: AGAIN_MS },
): () => void {
  const untried = state.now
  const check = async () => {
    if (state.now !== untried) return end()
    const answers = await Promise.try(() => camera().photo()).then(
      () => true,
      () => false,
    )
    if (answers && state.now === untried) state.set('online')
  }
  const first = setTimeout(() => void check(), firstMs)
  const again = setInterval(() => void check(), againMs)
  const end = () => {
    clearTimeout(first)
    clearInterval(again)
  }
  return end
}
