import { readEnvironment } from './config.ts'
import { startYard } from './yard.ts'

const settings = readEnvironment()
const yard = await startYard(settings)
const stop = () => {
  void yard.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)

// Only now: whoever hears that it is ready may end it at once.
// The password opens drawn pictures alone, and whoever sets up the devices needs it.
const { user, password } = settings.camera
const ready = { ready: true, ...yard.ports, camera: { user, password } }
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
