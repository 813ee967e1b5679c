import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { paymentReview } from '#contract/payment/review.ts'
import { buildApp } from '#server/app.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { reachDatabase } from '#server/db/connection/reach.ts'
import { holdUntilReleased } from '#server/installation/held-payouts.ts'
import { recognizeRestore } from '#server/installation/recognize-restore.ts'
import type { Config } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { openKeyRing } from '#server/storage/key-ring.ts'
import { apiOf } from '../../support/api.ts'
import { approval } from '../../support/approve.ts'
import { openEmptyDatabase } from '../../support/database.ts'
import { closeApp, signIn, type Person, type World } from '../../support/world.ts'

/** Takes a backup as the command does. */
export async function backUp(t: TestContext, { services }: World) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-drill-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  const identity = await generateX25519Identity()
  const secretsDir = path.join(dir, 'secrets')
  makeSecrets(secretsDir)
  const keyFolders = [{ dir: secretsDir }]
  const ring = openKeyRing(keyFolders)
  const client = await reachDatabase(services.config.databaseUrl)
  const root = path.join(dir, 'backups')
  const settings = { dir: root, recipient: await identityToRecipient(identity), keepDays: 35 }
  const say = () => undefined
  const { files } = services
  const { name } = await makeBackup(settings, { client, files, keyFolders, ring, say })
  await client.end()
  return { dir, root, name, ring, identity, say }
}

/** A server of the restored backup, which has recognised that it was restored: nothing leaves it until two people let payouts go. */
export async function openRestored(
  t: TestContext,
  { services: { config } }: World,
  backup: Awaited<ReturnType<typeof backUp>>,
) {
  const empty = await openEmptyDatabase()
  const dataDir = path.join(backup.dir, 'restored')
  const { manifest } = await verifyBackup(backup.root, backup.name, backup)
  await restoreBackup(manifest, backup, {
    databaseUrl: empty.url,
    dataDir,
    keyFolders: [{ dir: path.join(dataDir, 'secrets') }],
    files: config.files,
    silenceMs: 1000,
  })
  const restored = await serveRestored(t, { ...config, databaseUrl: empty.url, dataDir })
  // After the server that is in it.
  t.after(() => empty.drop())
  assert.equal(restored.hold.why, 'База восстановлена из копии')
  return restored
}

/** A server over a database that went back, which has recognised it; `t` ends it. */
export async function serveRestored(t: Pick<TestContext, 'after'>, config: Config) {
  const services = await openServices(config)
  const app = await buildApp(services)
  const stopping = new AbortController()
  t.after(async () => {
    stopping.abort()
    await closeApp(app)
    await services.close()
  })
  const handler = async () => undefined
  await services.jobs.start([
    { name: 'payment.work', handler },
    { name: 'payment.compare', handler },
  ])
  const hold = await recognizeRestore(services)
  assert.ok(hold, 'nothing was recognised')
  const released = holdUntilReleased(services, hold, stopping.signal)
  /** The same person, signed in at the restored server. */
  const inRestored = async <P extends { id: string }>(person: P) => ({
    ...person,
    api: apiOf(app, await signIn(services, person.id)),
  })
  return { services, app, hold, released, inRestored }
}

const UNASKED = 'После восстановления из копии банк не сказал, что исполнил'

/** The open cases of banks that have not told what they did before payouts were let go. */
export async function silentBanks({ api }: Person) {
  const query = { filter: { is_open: true } }
  const { items } = await api.send(paymentReview.getDiscrepancies, { query })
  return items.filter(({ title }) => title === UNASKED)
}

/** Two people say what such banks did, after a look into their cabinets. */
export async function speakForBanks(asker: Person, second: Person): Promise<void> {
  for (const { id } of await silentBanks(asker)) {
    const body = { id, resolution: 'В кабинете банка других поручений нет' }
    const asked = await asker.api.refused(paymentReview.closeDiscrepancy, { body })
    const pin = await approval(asker, asked, second)
    await asker.api.send(paymentReview.closeDiscrepancy, { body }, pin)
  }
}
