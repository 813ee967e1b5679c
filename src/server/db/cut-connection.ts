import type pg from 'pg'

/** Cut, not ended: a polite end would wait for a database that does not answer. */
export function cutConnection(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
