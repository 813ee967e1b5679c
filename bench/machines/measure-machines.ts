import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startHaCluster, type HaCluster } from './ha-cluster.ts'
import { raiseAlerts } from './raise-alerts.ts'
import { measureFailover } from './measure-failover.ts'
import { measureRecovery } from './measure-recovery.ts'

/** Measurements that need PostgreSQL, Patroni and the like of Debian. */
export const MACHINE_BENCHES: readonly string[] = ['failover', 'alerts', 'recovery']

export function measureMachines(
  name: string,
  settings: { readonly smoke: boolean; readonly seed: number },
): Promise<void> {
  if (name === 'recovery') return measureRecovery(settings.smoke)
  return inHaCluster((cluster, dir) =>
    name === 'alerts' ? raiseAlerts(cluster, dir) : measureFailover(cluster, settings),
  )
}

async function inHaCluster(
  measure: (cluster: HaCluster, dir: string) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-machines-'))
  // The user of PostgreSQL goes through it to the folders of its machines.
  chmodSync(dir, 0o711)
  const cluster = await startHaCluster(dir)
  const end = async () => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    // The worlds of a measurement are made in it; they read the address at their import.
    process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
    await measure(cluster, dir)
  } finally {
    await end()
  }
}
