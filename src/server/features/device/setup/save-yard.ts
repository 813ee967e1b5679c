import type { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { YardSetUp } from '#contract/device/site-devices.ts'
import type { device } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { callerNow } from '../../../auth/rights/rights.ts'
import { hasRole, isSupervisor } from '../../../auth/session.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import type { YardRows } from '../../company/site/assert-device.ts'
import { confirmLooser } from '../../company/site/loosened-site.ts'
import { lockYard, removeDevice, saveDevice } from '../../company/site/save-device.ts'
import { savePost, saveSite, setPrinter } from '../../company/site/save-place.ts'
import { saveYardRules } from '../../company/site/yard-rules.ts'
import { companyOf, readYard } from './read-yard.ts'

/** device/superSaveSite */
export async function superSaveSite(
  db: Db,
  { body }: CallInput<typeof device.superSaveSite>,
): Promise<YardSetUp> {
  const stamp = idempotencyKeyOf(body)
  return change(db, body.companyId, async (tx, yard) => {
    if (await findEarlierCopy(tx, 'site', stamp)) return
    await saveSite(tx, yard, body.site, { version: body.version, stamp, at: 'site' })
  })
}

/** device/superSavePost */
export async function superSavePost(
  db: Db,
  { body }: CallInput<typeof device.superSavePost>,
): Promise<YardSetUp> {
  const { post, printer, version } = body
  const stamp = idempotencyKeyOf(body)
  return change(db, body.companyId, async (tx, yard) => {
    if (await findEarlierCopy(tx, 'post', stamp)) return
    await savePost(tx, yard, post, { version, stamp, at: 'post' })
    const previous = yard.posts.find(({ id }) => id === post.id)?.number
    await setPrinter(tx, { number: post.number, previous }, printer)
  })
}

/** device/superSaveDevice: the agent of the site gets its new configuration behind the commit. */
export async function superSaveDevice(
  db: Db,
  { body }: CallInput<typeof deviceSetUp.superSaveDevice>,
): Promise<YardSetUp> {
  const stamp = idempotencyKeyOf(body)
  return change(db, body.companyId, async (tx, yard) => {
    if (await findEarlierCopy(tx, 'device', stamp)) return
    await saveDevice(tx, yard, body.device, { version: body.version, stamp, at: 'device' })
  })
}

/** device/superSaveRules: stations and agents get the new rules behind the commit. */
export async function superSaveRules(
  db: Db,
  { body }: CallInput<typeof device.superSaveRules>,
): Promise<YardSetUp> {
  const { rules, version } = body
  return change(db, body.companyId, (tx, yard) =>
    saveYardRules(tx, yard, { rules, version, at: 'rules' }),
  )
}

/** device/superDeleteDevice */
export async function superDeleteDevice(
  db: Db,
  { query }: CallInput<typeof device.superDeleteDevice>,
): Promise<Answer<typeof device.superDeleteDevice>> {
  await change(db, query.companyId, (tx, yard) => removeDevice(tx, yard, query.deviceId))
  return { ok: true }
}

/**
 * Writes never rely on a cached session: a user who has just lost the role changes no scale. What is written decides whether another
 * person is due, so no way of changing the sites goes round that.
 */
async function change(
  db: Db,
  companyId: string,
  write: (tx: Tx, yard: YardRows) => Promise<string[] | void>,
): Promise<YardSetUp> {
  const home = companyOf(db, companyId)
  await inTransaction(home, async (tx) => {
    const now = await callerNow(tx)
    if (now && !isSupervisor(now) && !hasRole(now, 'MANAGER')) refuse('access.denied')
    const before = await lockYard(tx)
    const rules = (await write(tx, before)) ?? []
    await confirmLooser(tx, { before, after: await lockYard(tx), rules })
  })
  return readYard(home)
}
