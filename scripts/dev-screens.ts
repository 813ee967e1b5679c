import path from 'node:path'
import { createServer } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Addresses that the server answers. Everything else is a screen or one of its sources. The station's worker is left out: it
 * keeps built files, and without it a browser asks for each source again.
 */
const OF_SERVER = '^/(api/v1/|\\.well-known/|healthz$|readyz$|training-(?:yard|bank)$)'

/** The screens with hot reload for `npm run dev`, on `PORT`; calls go on to the server at `SERVER_URL`. */
async function main(): Promise<void> {
  const port = Number(process.env['PORT'])
  const screens = await createServer({
    configFile: path.join(root, 'src/web/vite.config.ts'),
    cacheDir: path.join(root, 'node_modules/.vite'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { [OF_SERVER]: { target: process.env['SERVER_URL']!, ws: true } },
      warmup: { clientFiles: ['./main.tsx', './routes.ts'] },
      fs: { allow: [path.join(root, 'src'), path.join(root, 'node_modules')] },
    },
  })
  await screens.listen()
  const stop = () => void screens.close().finally(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop)
  process.send?.({ ready: true })
}

await main()
