import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS event (event_id TEXT PRIMARY KEY, type TEXT NOT NULL, at TEXT NOT NULL,
    device_id TEXT, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS photo (id TEXT PRIMARY KEY, episode_id TEXT NOT NULL, device_id TEXT NOT NULL,
    camera INTEGER NOT NULL, taken_at TEXT NOT NULL, size INTEGER NOT NULL, event_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS load (device_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/**
 * The agent's own store, readable by its owner only. Every commit is on the disk before the call returns; a damaged file is set
 * aside, since weighing must go on. A file that only cannot be opened now, as on a full disk, is left untouched: this run holds
 * its events in memory, and the next one sends what waits in the file.
 */
export function openDatabase(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return openFile(path)
  } catch (error) {
    if (!isDamage(error)) {
      console.error('The outbox cannot be opened: events are kept in memory', error)
      return withTables(new DatabaseSync(':memory:'))
    }
    const aside = `${path}.damaged-${Date.now()}`
    console.error('The outbox is damaged and was set aside as', aside, error)
    renameSync(path, aside)
    return openFile(path)
  }
}

function openFile(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600))
  return withTables(new DatabaseSync(path))
}

function withTables(database: DatabaseSync): DatabaseSync {
  try {
    // Waits first: a file that a backup or an earlier agent holds for a moment is not a damaged one.
    database.exec(
      'PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
    )
    database.exec(SCHEMA)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

// SQLITE_CORRUPT and SQLITE_NOTADB; the upper bits of a code tell its kind.
const DAMAGE = [11, 26]

function isDamage(error: unknown): boolean {
  return DAMAGE.includes((error as { errcode?: number }).errcode! & 0xff)
}

/** Runs `work` in one transaction: all of it is on the disk or nothing. */
export function atOnce<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
