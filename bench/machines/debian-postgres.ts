import { existsSync, readFileSync } from 'node:fs'

/** PostgreSQL of Debian 12, for which Patroni and pgBackRest are packed. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

export function needPrograms(...places: readonly string[]): void {
  const missing = places.filter((place) => !existsSync(place))
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')}: install patroni, etcd-server, haproxy, pgbackrest and postgresql-15`,
    )
}

export interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root; the user of Debian's package runs it then. */
export function ownerOfPostgres(): Owner {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))![0].split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
