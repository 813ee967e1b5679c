import { buildWebIfOld } from './build-web.ts'

/** `npm run serve`: production builds the screens of this release first, then becomes the server. */
await buildWebIfOld()
await import('#server/main.ts')
