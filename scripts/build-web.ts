import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const marker = path.join(root, 'dist/web/.built-from')

/** Builds the screens when their sources changed since the last build; answers whether it built. */
export async function buildWebIfOld(): Promise<boolean> {
  const hash = sourcesHash()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return false
  const { build } = await import('vite')
  await build({ configFile: path.join(root, 'src/web/vite.config.ts'), logLevel: 'error' })
  writeFileSync(marker, hash)
  return true
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const dir of ['src/web', 'src/contract']) {
    const files = readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name))
    for (const file of files.toSorted())
      hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
}
