import { DatabaseSync } from 'node:sqlite'
import { randomBytes } from 'node:crypto'
import { fileTables, keptFiles } from './files/file-store.ts'
import { keptMail, mailTables } from './directbank/mail-store.ts'
import { destinationText, type LedgerLine, type Payout } from './payout.ts'

/** Which stored payouts a list answer holds; `after` is the row number of the last one already shown. */
export type PayoutFilter = {
  metadata?: [name: string, value: string]
  status?: string
  destination_type?: string
  from?: number
  to?: number
  visible_at?: number
  after?: number
  limit: number
}

/** A used idempotence key: what was asked, and which object it made. */
export type UsedKey = { body_mac: string; object_id: string; first_at: number }

export type Store = ReturnType<typeof openStore>

/** The bank's own file (SQLite), or memory without one; everything in it outlives a kill of the process. */
export function openStore(file: string | null) {
  const db = new DatabaseSync(file ?? ':memory:')
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL')
  db.exec(tables)
  db.exec(mailTables)
  db.exec(fileTables)
  db.prepare('INSERT OR IGNORE INTO fact (name, value) VALUES (?, ?)').run(
    'mac_key',
    randomBytes(32).toString('hex'),
  )
  return {
    ...keptFacts(db),
    ...keptPayouts(db),
    ...keptLedger(db),
    ...keptMail(db),
    ...keptFiles(db),
    /** All or nothing, also inside another one: a kill leaves neither the money nor the status. */
    together<T>(work: () => T): T {
      if (db.isTransaction) return work()
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    clear(): void {
      db.exec('DELETE FROM payout; DELETE FROM ledger; DELETE FROM returned')
      db.exec('DELETE FROM direct_document; DELETE FROM direct_mail; DELETE FROM file')
      db.exec("DELETE FROM used_key; DELETE FROM payee; DELETE FROM fact WHERE name <> 'mac_key'")
    },
    close(): void {
      db.close()
    },
  }
}

const tables = `
  CREATE TABLE IF NOT EXISTS payout (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, payment_id TEXT,
    status TEXT NOT NULL, destination_type TEXT NOT NULL, created_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL, due_at INTEGER, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS payout_payment ON payout (payment_id);
  CREATE INDEX IF NOT EXISTS payout_due ON payout (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS used_key (scope TEXT, key TEXT, body_mac TEXT NOT NULL,
    object_id TEXT NOT NULL, first_at INTEGER NOT NULL, PRIMARY KEY (scope, key));
  CREATE TABLE IF NOT EXISTS ledger (n INTEGER PRIMARY KEY, payout_id TEXT NOT NULL UNIQUE,
    amount_kop INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS returned (n INTEGER PRIMARY KEY, payout_id TEXT NOT NULL,
    amount_kop INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS payee (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`

function keptFacts(db: DatabaseSync) {
  const getFact = db.prepare('SELECT value FROM fact WHERE name = ?')
  const getFacts = db.prepare(
    'SELECT substr(name, ?) AS rest, value FROM fact WHERE substr(name, 1, ?) = ? ORDER BY name',
  )
  const removeFact = db.prepare('DELETE FROM fact WHERE name = ?')
  const putFact = db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)')
  const getKey = db.prepare(
    'SELECT body_mac, object_id, first_at FROM used_key WHERE scope = ? AND key = ?',
  )
  const putKey = db.prepare('INSERT OR REPLACE INTO used_key VALUES (?, ?, ?, ?, ?)')
  const getPayee = db.prepare('SELECT body FROM payee WHERE id = ?')
  const putPayee = db.prepare('INSERT INTO payee VALUES (?, ?)')
  return {
    fact: (name: string) => (getFact.get(name)?.['value'] as string | undefined) ?? null,
    setFact: (name: string, value: string) => void putFact.run(name, value),
    removeFact: (name: string) => void removeFact.run(name),
    /** Facts whose names begin so, by the rest of the name. */
    factsOf: (start: string): Record<string, string> =>
      Object.fromEntries(
        getFacts
          .all(start.length + 1, start.length, start)
          .map((row) => [row['rest'], row['value']]),
      ) as Record<string, string>,
    usedKey: (scope: string, key: string) =>
      (getKey.get(scope, key) as UsedKey | undefined) ?? null,
    useKey: (scope: string, key: string, used: UsedKey) =>
      void putKey.run(scope, key, used.body_mac, used.object_id, used.first_at),
    payee: (id: string) => parseRow(getPayee.get(id)) as Record<string, string> | null,
    addPayee: (id: string, body: Record<string, string>) =>
      void putPayee.run(id, JSON.stringify(body)),
  }
}

function keptPayouts(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO payout (id, payment_id, status, destination_type, created_at, visible_at, due_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare('UPDATE payout SET status = ?, due_at = ?, body = ? WHERE id = ?')
  const byId = db.prepare('SELECT body FROM payout WHERE id = ?')
  const byPayment = db.prepare('SELECT body FROM payout WHERE payment_id = ? ORDER BY n LIMIT 1')
  const toAccount = db.prepare(
    `SELECT count(*) AS n FROM payout WHERE destination_type = 'account' AND created_at >= ?
       AND json_extract(body, '$.destination.account') = ?`,
  )
  const selectPending = db.prepare(
    `SELECT body FROM payout WHERE destination_type = 'account' AND status = 'pending' AND due_at IS NULL
       ORDER BY n LIMIT 200`,
  )
  const newest = db.prepare('SELECT body FROM payout ORDER BY n DESC')
  const due = db.prepare('SELECT body FROM payout WHERE due_at <= ? ORDER BY due_at, n LIMIT 1000')
  return {
    addPayout: (p: Payout) =>
      void insert.run(
        p.id,
        p.payment_id,
        p.status,
        p.destination.type,
        p.created_at,
        p.visible_at,
        p.due_at,
        JSON.stringify(p),
      ),
    savePayout: (p: Payout) => void update.run(p.status, p.due_at, JSON.stringify(p), p.id),
    payout: (id: string) => parseRow(byId.get(id)) as Payout | null,
    payoutOfPayment: (paymentId: string) => parseRow(byPayment.get(paymentId)) as Payout | null,
    /** Transfers to accounts that neither a question nor the clock ends, the oldest first. */
    pendingTransfers: () =>
      selectPending.all().map((row) => JSON.parse(row['body'] as string) as Payout),
    /** How many transfers were taken to an account since a moment. */
    transfersTo: (account: string, since: number) => toAccount.get(since, account)?.['n'] as number,
    /** Payouts of all dialects, the newest first. */
    newestPayouts: () => newest.all().map((row) => JSON.parse(row['body'] as string) as Payout),
    duePayouts: (now: number) =>
      due.all(now).map((row) => JSON.parse(row['body'] as string) as Payout),
    /** Newest first, with the row number a cursor goes on from. */
    findPayouts(filter: PayoutFilter): { n: number; payout: Payout }[] {
      const { where, values } = conditions(filter)
      const rows = db
        .prepare(`SELECT n, body FROM payout WHERE ${where.join(' AND ')} ORDER BY n DESC LIMIT ?`)
        .all(...values, filter.limit)
      return rows.map((row) => ({
        n: row['n'] as number,
        payout: JSON.parse(row['body'] as string) as Payout,
      }))
    },
  }
}

function conditions(filter: PayoutFilter): { where: string[]; values: (string | number)[] } {
  // Payment orders are another provider's: its dialect asks for each by its id.
  const where = ["destination_type <> 'account'"]
  const values: (string | number)[] = []
  const add = (condition: string, ...more: (string | number | undefined)[]) => {
    if (more.includes(undefined)) return
    where.push(condition)
    values.push(...(more as (string | number)[]))
  }
  const [name, value] = filter.metadata ?? []
  if (name === 'payment_id') add('payment_id = ?', value)
  else if (name !== undefined) {
    add(
      'EXISTS (SELECT 1 FROM json_each(body, ?) AS m WHERE m.key = ? AND m.value = ?)',
      '$.metadata',
      name,
      value,
    )
  }
  add('status = ?', filter.status)
  add('destination_type = ?', filter.destination_type)
  add('created_at >= ?', filter.from)
  add('created_at < ?', filter.to)
  add('visible_at <= ?', filter.visible_at)
  add('n < ?', filter.after)
  return { where, values }
}

function keptLedger(db: DatabaseSync) {
  const lines = {
    ledger: db.prepare('SELECT body FROM ledger ORDER BY n'),
    returned: db.prepare('SELECT body FROM returned ORDER BY n'),
  }
  const add = {
    ledger: db.prepare('INSERT INTO ledger (payout_id, amount_kop, body) VALUES (?, ?, ?)'),
    returned: db.prepare('INSERT INTO returned (payout_id, amount_kop, body) VALUES (?, ?, ?)'),
  }
  const returnedOf = db.prepare(
    'SELECT coalesce(sum(amount_kop), 0) AS kop FROM returned WHERE payout_id = ?',
  )
  const spent = db.prepare(
    `SELECT (SELECT coalesce(sum(amount_kop), 0) FROM ledger)
          - (SELECT coalesce(sum(amount_kop), 0) FROM returned) AS kop`,
  )
  const read = (kind: 'ledger' | 'returned') =>
    lines[kind].all().map((row) => JSON.parse(row['body'] as string) as LedgerLine)
  return {
    ledger: () => read('ledger'),
    returns: () => read('returned'),
    returnedKop: (payoutId: string) => returnedOf.get(payoutId)?.['kop'] as number,
    spentKop: () => spent.get()?.['kop'] as number,
    addLine(kind: 'ledger' | 'returned', payout: Payout, kop: number, at: number): void {
      const line: LedgerLine = {
        payment_id: payout.payment_id,
        payout_id: payout.id,
        amount_kop: kop,
        destination: destinationText(payout.destination),
        at: new Date(at).toISOString(),
      }
      add[kind].run(payout.id, kop, JSON.stringify(line))
    },
  }
}

function parseRow(row: Record<string, unknown> | undefined): unknown {
  return row === undefined ? null : JSON.parse(row['body'] as string)
}
