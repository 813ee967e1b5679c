import type { DatabaseSync } from 'node:sqlite'

export const fileTables = `
  CREATE TABLE IF NOT EXISTS file (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL UNIQUE,
    message_id TEXT UNIQUE, body TEXT NOT NULL);
`

/** An order of a file: the payout that it became, or why it became none. */
export type FilePlace = {
  payout_id: string | null
  number: string
  end_to_end: string | null
  amount_kop: number
  refusal: string | null
}

/** A file that was put in. */
export type StoredFile = {
  id: string
  name: string
  at: number
  sha256: string
  format: '1c' | 'pain.001'
  version: string
  message_id: string | null
  batch_id: string | null
  payer: string
  orders: FilePlace[]
}

/** Files that were put in; they outlive a kill of the process as the payouts do. */
export function keptFiles(db: DatabaseSync) {
  const put = db.prepare('INSERT INTO file (id, sha256, message_id, body) VALUES (?, ?, ?, ?)')
  const known = db.prepare('SELECT body FROM file WHERE sha256 = ? OR message_id = ?')
  const byId = db.prepare('SELECT body FROM file WHERE id = ? OR message_id = ?')
  const all = db.prepare('SELECT body FROM file ORDER BY n DESC LIMIT 50')
  const byOrder = db.prepare(
    `SELECT 1 FROM payout WHERE json_extract(body, '$.metadata.payer') = ?
       AND json_extract(body, '$.metadata.number') = ? AND json_extract(body, '$.metadata.date') = ? LIMIT 1`,
  )
  const read = (row: Record<string, unknown> | undefined) =>
    row === undefined ? null : (JSON.parse(row['body'] as string) as StoredFile)
  return {
    addFile: (file: StoredFile) =>
      void put.run(file.id, file.sha256, file.message_id, JSON.stringify(file)),
    /** The same bytes, or the same message in other ones. */
    sameFile: (sha256: string, messageId: string | null) => read(known.get(sha256, messageId)),
    file: (id: string) => read(byId.get(id, id)),
    files: () => all.all().flatMap((row) => read(row) ?? []),
    hasOrder: (payer: string, number: string, date: string) =>
      byOrder.get(payer, number, date) !== undefined,
  }
}
