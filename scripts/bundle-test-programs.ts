import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { bundlePrograms } from './package/bundle.ts'
import { COMMANDS } from './package/commands.mjs'
import { serverFiles } from './package/make-release.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Programs of the product that tests start often; each would load a thousand sources. */
const PROGRAMS = [
  'src/server/main.ts',
  'src/server/demo/main.ts',
  'src/agent/main.ts',
  ...COMMANDS.map(({ program }) => program).filter((file) => file.startsWith('src/server/')),
]

/** Bundles them as a release does (`package/make-release.ts`), beside links to what they read. */
async function bundleTestPrograms(to: string): Promise<void> {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  await bundlePrograms({ programs: [...new Set(PROGRAMS)], version, to })
  for (const name of ['node_modules', 'migrations', ...serverFiles]) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true })
    symlinkSync(path.join(root, name), path.join(to, name))
  }
}

await bundleTestPrograms(path.resolve(process.argv[2]!))
