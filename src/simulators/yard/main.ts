import { readEnvironment } from './config.ts'
import { startYard } from './yard.ts'

const settings = readEnvironment()
const yard = await startYard(settings)
const ready = { ready: true, ...yard.ports }
process.stdout.write(`${JSON.stringify(ready)}\n`)
// Only the parent learns the password: it writes it into the devices of the demo company.
const { user, password } = settings.camera
process.send?.({ ...ready, camera: { user, password } })

const stop = () => {
  void yard.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
