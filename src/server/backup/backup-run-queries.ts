import type pg from 'pg'
import { uuidv7 } from '../db/uuid.ts'
import type { MadeBackup } from './make-backup.ts'

/** Writes down a backup that was made, or the reason why it was not. */
export async function noteBackup(
  client: pg.Client,
  startedAt: Date,
  made: MadeBackup | { readonly failure: string },
): Promise<void> {
  const whole = 'failure' in made ? undefined : made
  await client.query(
    `insert into backup_run (id, started_at, name, failure, row_count, file_count, missing_count, byte_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuidv7(),
      startedAt,
      whole?.name ?? null,
      'failure' in made ? made.failure.slice(0, 500) : null,
      whole?.rows ?? 0,
      whole?.files.count ?? 0,
      whole?.files.missing ?? 0,
      whole?.bytes ?? 0,
    ],
  )
}
