import { join } from 'node:path'
import * as z from 'zod/mini'
import { releaseVersion } from '#contract/device/release/release-statement.ts'
import { readPrivate, writePrivate } from '../private-file.ts'

const pointer = z.strictObject({
  /** The release that runs; null: the one that was installed with the launcher. */
  current: z.nullable(releaseVersion),
  /** Where to go back to while `trial` lasts. */
  previous: z.nullable(releaseVersion),
  /** How often `current` was started without having reached its server; null: it has. */
  trial: z.nullable(z.number()),
  /** The release that was given up last: only a newer one is taken after it, so that no server can lead back to it or below. */
  failed: z.nullable(releaseVersion),
})
export type Pointer = z.output<typeof pointer>

const INSTALLED: Pointer = { current: null, previous: null, trial: null, failed: null }

/** Releases that came over the link, and which of them runs; the launcher alone writes the pointer. */
export const releasesOf = (dir: string): string => join(dir, 'releases')

/** What its key's holder has signed of a release that was unpacked. */
export const statementOf = (dir: string, version: string): string =>
  join(releasesOf(dir), `${version}.json`)

export async function readPointer(dir: string): Promise<Pointer> {
  const stored = await readPrivate(join(releasesOf(dir), 'pointer.json')).catch(() => undefined)
  const parsed = pointer.safeParse(stored)
  // A damaged pointer costs the updates, never the weighing: what was installed runs.
  return parsed.success ? parsed.data : INSTALLED
}

export const writePointer = (dir: string, next: Pointer): Promise<void> =>
  writePrivate(join(releasesOf(dir), 'pointer.json'), next)
