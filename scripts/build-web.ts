import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseWeb } from './release-web.ts'

const root = path.resolve(import.meta.dirname, '..')
const dir = path.join(root, 'dist/web')
const marker = path.join(dir, '.built-from')

/**
 * Builds the screens when their sources changed since the last build; answers whether it built. The build
 * is made aside, so that a server that runs on the former one goes on serving it whole.
 */
export async function buildWebIfOld(): Promise<boolean> {
  const hash = sourcesHash()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return false
  const { build } = await import('vite')
  mkdirSync(path.dirname(dir), { recursive: true })
  const built = mkdtempSync(`${dir}-`)
  try {
    await build({
      configFile: path.join(root, 'src/web/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: built },
    })
    await releaseWeb(built, dir)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
  await writeFile(marker, hash)
  return true
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const room of ['src/web', 'src/contract']) {
    const files = readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name))
    for (const file of files.toSorted())
      hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
}
