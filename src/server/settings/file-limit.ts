import { readFileSync } from 'node:fs'

/** Descriptors of the database, files, agents, other processes and the queue. */
const RESERVED = 256
// The rest is for agents' links, which are not counted, and for files that are read for callers.
const SHARE = 0.75
const LEAST = 64
// What one process serves on two cores; more of them wait for one another.
const MOST = 5000
/** Where nothing says the limit, as on Windows, descriptors are not what runs out. */
const UNKNOWN = 8192

/** How many connections of callers fit under the limit of open files of this process. */
export function defaultSockets(limit = fileLimit()): number {
  const room = Math.floor((limit - RESERVED) * SHARE)
  return Math.min(MOST, Math.max(LEAST, room))
}

/** With more of them the process could open no file, and not even the log would say why. */
export function mostSockets(limit = fileLimit()): number {
  return Math.max(LEAST, limit - RESERVED)
}

/** Node raises the limit to the highest allowed at its start; Linux says what it is. */
function fileLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? UNKNOWN : Number(soft)
  } catch {
    return UNKNOWN
  }
}
