import { readFileSync } from 'node:fs'
import path from 'node:path'

const MANIFEST = path.resolve(import.meta.dirname, '../../../dist/web/.vite/manifest.json')

/** The address of the file that the build made of a module of the screens, such as `session/re-login.tsx`; names are cut. */
export function programFile(module: string): RegExp {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>
  const built = manifest[module]
  if (!built) throw new Error(`The build has no file of ${module}`)
  return new RegExp(`/${RegExp.escape(built.file)}$`)
}
