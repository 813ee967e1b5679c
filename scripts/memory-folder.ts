import { existsSync, statfsSync } from 'node:fs'
import os from 'node:os'

const IN_MEMORY = '/dev/shm'
/** Four clusters, their logs and the journeys' folders stay below two gigabytes; containers often have 64 megabytes here. */
const ROOM_BYTES = 3 * 2 ** 30
/** Browsers, servers and PostgreSQL side by side take four gigabytes before the first file. */
const MEMORY_BYTES = 6 * 2 ** 30

/**
 * Where files live that are deleted at the end of a run. A test creates and drops three hundred files of a database, and ext4
 * searches all recently deleted ones at each new one: on a disk that was two thirds of PostgreSQL's work.
 */
export function throwawayFolder(): string {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  const isRoomy = bavail * bsize >= ROOM_BYTES && process.availableMemory() >= MEMORY_BYTES
  return isRoomy ? IN_MEMORY : os.tmpdir()
}
