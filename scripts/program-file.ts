import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Names the folder of bundled programs to every process of a run of all tests. */
export const BUNDLED_PROGRAMS = 'BUNDLED_PROGRAMS'

/**
 * The file by which a program of the product is started: its source, or what `bundle-test-programs.ts` made of it, which starts in a
 * third of the time.
 */
export function programFile(source: string): string {
  const folder = process.env[BUNDLED_PROGRAMS]
  const bundled = folder && path.join(folder, source.replace(/\.ts$/, '.js'))
  return bundled && existsSync(bundled) ? bundled : path.join(root, source)
}
