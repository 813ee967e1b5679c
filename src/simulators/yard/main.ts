import { readEnvironment } from './config.ts'
import { openTtys } from './scale/pseudo-terminals.ts'
import { startYard } from './yard.ts'

const settings = readEnvironment()
const yard = await startYard(settings)
// `--tty`: each indicator on a serial port of its own besides.
const ttys = process.argv.includes('--tty') ? await openTtys(yard.ports.posts) : null
const stop = () => {
  ttys?.close()
  void yard.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)

// Only now: whoever hears that it is ready may end it at once.
// The password opens drawn pictures alone, and whoever sets up the devices needs it.
const { user, password } = settings.camera
const serial = ttys && { ttys: ttys.paths }
const ready = { ready: true, ...yard.ports, camera: { user, password }, ...serial }
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
