import { endInWords, readConfig } from '#server/config.ts'
import { buildWebIfOld } from './build-web.ts'

// Demo keys and demo rules belong to `npm start`: a forgotten variable must not bring them into production.
if (process.env['DEMO'] === '1') {
  console.error('Неверные настройки:\n  DEMO: учебный режим запускает только npm start')
  process.exit(2)
}
// Printed before the screens are built, which takes half a minute.
try {
  readConfig()
} catch (error) {
  endInWords(error)
}

/** `npm run serve`: production builds the screens of this release first, then becomes the server. */
await buildWebIfOld()
await import('#server/main.ts')
