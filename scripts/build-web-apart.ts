import { buildWebHere } from './build-web.ts'

// The bundler takes half a gigabyte and gives none of it back, so it has a process of its own that ends with its work.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(event, () => process.exit(1))
const built = await buildWebHere()
process.send!({ ready: true, built }, () => process.exit(0))
