import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** The release of the whole product, server and agents alike. */
export const VERSION: string = (JSON.parse(manifest) as { version: string }).version
