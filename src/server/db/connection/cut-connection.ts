import type pg from 'pg'

interface Connected {
  connection: { stream: { destroy(): void } }
}

/** Cut, not ended: a polite end would wait for a database that does not answer. */
export function cutConnection(client: pg.Client | pg.PoolClient): void {
  // The types of the driver leave it out.
  const { connection } = client as typeof client & Connected
  connection.stream.destroy()
}
