import type { DatabaseSync } from 'node:sqlite'

export const mailTables = `
  CREATE TABLE IF NOT EXISTS direct_document (scope TEXT, id TEXT, bank_id TEXT NOT NULL, PRIMARY KEY (scope, id));
  CREATE TABLE IF NOT EXISTS direct_mail (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    document_id TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);
`

/** A pack that waits in the customer's mailbox, with the one document in it. */
export type Mail = { id: string; kind: string; document_id: string; body: string; at: number }

/** Which packs and documents came, and what was put into the mailbox; all of it outlives a kill of the process. */
export function keptMail(db: DatabaseSync) {
  const getId = db.prepare('SELECT bank_id FROM direct_document WHERE scope = ? AND id = ?')
  const putId = db.prepare('INSERT OR REPLACE INTO direct_document VALUES (?, ?, ?)')
  const put = db.prepare(
    'INSERT INTO direct_mail (id, kind, document_id, body, at) VALUES (?, ?, ?, ?, ?)',
  )
  const since = db.prepare('SELECT id, at FROM direct_mail WHERE at >= ? ORDER BY n')
  const byId = db.prepare('SELECT id, kind, document_id, body, at FROM direct_mail WHERE id = ?')
  return {
    /** The bank's own id of a pack or document that came before. */
    taken: (scope: 'pack' | 'document', id: string) =>
      (getId.get(scope, id)?.['bank_id'] as string | undefined) ?? null,
    take: (scope: 'pack' | 'document', id: string, bankId: string) =>
      void putId.run(scope, id, bankId),
    addMail: (mail: Mail) => void put.run(mail.id, mail.kind, mail.document_id, mail.body, mail.at),
    mailSince: (at: number) =>
      since.all(at).map((row) => ({ id: row['id'] as string, at: row['at'] as number })),
    mail: (id: string) => (byId.get(id) as Mail | undefined) ?? null,
  }
}
