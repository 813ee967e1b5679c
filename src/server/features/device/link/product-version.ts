import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')
const [major, minor] = (JSON.parse(manifest) as { version: string }).version.split('.').map(Number)

/** Release of the whole product; agents may be one minor release behind it. */
export const productMinor = [major!, minor!] as const
