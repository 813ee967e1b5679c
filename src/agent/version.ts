import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The release of the whole product; the server refuses an agent older than its previous minor. */
export const VERSION: string = (JSON.parse(manifest) as { version: string }).version
