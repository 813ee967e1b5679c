import type { DeviceInput } from '#contract/device/device-set-up.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'
import * as company from '../company-queries.ts'
import { encryptPassword } from './device-secrets.ts'
import { assertDevice, refuseAt, type YardRows } from './assert-device.ts'
import type { Connection } from './assert-connection.ts'
import { auditedSource, type DeviceSource } from './connection-words.ts'
import { changesOf } from './site-journal.ts'
import { lockCompany } from '../save-queries.ts'
import { settingsNow } from '../settings.ts'
import * as queries from './yard-queries.ts'

/** The site devices, locked until the transaction ends: two people who set them up take turns. */
export async function lockYard(tx: Tx): Promise<YardRows> {
  if (!(await lockCompany(tx))) refuse('common.not-found')
  const [sites, posts, devices, settings] = await Promise.all([
    company.sites(tx),
    company.posts(tx),
    company.devices(tx),
    settingsNow(tx),
  ])
  const { weight, camera } = settings.modules_cfg
  const rules = { max_age_ms: weight!.max_age_ms, on_capture: camera!.on_capture }
  return { sites, posts, devices, ...rules }
}

export interface SaveOptions {
  readonly version?: number | undefined
  readonly stamp?: IdempotencyKey
  /** The path of the row in the body, for the messages at fields. */
  readonly at: string
}

/** Adds or changes one device; its row and id stay, so that every weighing made with it keeps its scale. */
export async function saveDevice(
  tx: Tx,
  yard: YardRows,
  input: DeviceInput,
  { version, stamp, at }: SaveOptions,
): Promise<void> {
  const before = yard.devices.find(({ id }) => id === input.id)
  if (input.id && !before) refuse('common.not-found')
  if (before && version !== undefined && before.version !== version) refuse('common.stale')
  if (before && before.kind !== input.kind) refuseAt(at, { kind: 'Вид устройства не меняется' })
  const siteId = siteOf(yard, input, before?.site_id, at)
  assertDevice(yard, input, siteId, at)
  const id = before?.id ?? uuidv7()
  const connection = connectionOf(tx, id, input, before?.connection, at)
  const values = {
    ...fieldsOf(yard, input),
    site_id: siteId,
    connection: JSON.stringify(connection),
    status: statusOf(input, before?.status),
  }
  if (!before) await queries.insertDevice(tx, { ...values, ...stamp, id })
  // An agent of another site must not be able to sign for the scale any more.
  else
    await queries.changeDevice(tx, id, {
      ...values,
      ...(before.site_id !== siteId && { agent_key: null }),
    })
  addAuditEvent(tx, {
    action: before ? 'device.update' : 'device.create',
    entity: 'device',
    id,
    ...changesOf(before && auditOf(before), auditOf({ ...before, ...values, connection })),
  })
}

/** Removes a device that nothing was weighed with. */
export async function removeDevice(tx: Tx, yard: YardRows, id: string): Promise<void> {
  const before = yard.devices.find((device) => device.id === id)
  if (!before) return refuse('common.not-found')
  if (await queries.deviceWasUsed(tx, id)) refuse('device.in-use')
  await queries.deleteDevice(tx, id)
  addAuditEvent(tx, { action: 'device.delete', entity: 'device', id, before: auditOf(before) })
}

/** Named, as before, the post's, or the company's default one. */
function siteOf(yard: YardRows, input: DeviceInput, previous: string | undefined, at: string) {
  const post = yard.posts.find(({ number }) => number === input.post)
  const main = yard.sites.find(({ is_default }) => is_default)?.id
  const siteId = input.site_id ?? previous ?? post?.site_id ?? main
  if (siteId === undefined) refuseAt(at, { site_id: 'Выберите площадку' })
  const site = yard.sites.find(({ id }) => id === siteId)
  if (!site) return refuse('common.not-found', { message: 'Площадка не найдена' })
  if (site.status !== 'active' && siteId !== previous)
    refuseAt(at, { site_id: 'Площадка в архиве' })
  return site.id
}

function fieldsOf(yard: YardRows, input: DeviceInput) {
  const post = yard.posts.find(({ number }) => number === input.post)
  const common = {
    kind: input.kind,
    code: input.code,
    title: input.title,
    driver: input.driver,
    post_id: post?.id ?? null,
  }
  if (input.kind !== 'scale') return common
  const { max_g, d_g, e_g } = input
  return {
    ...common,
    max_g,
    d_g,
    e_g,
    min_g: input.min_g ?? 20 * e_g,
    zero_band_g: input.zero_band_g ?? e_g,
    // domain.md 2.1: 200 kg where trucks stand, 1 kg on a platform.
    presence_g: input.presence_g ?? (post?.kind === 'platform' ? 1000 : 200_000),
    verification_until: input.verification_until ?? null,
    verification_doc: input.verification_doc ?? null,
  }
}

/** Online is what the link says; here a device is only switched off or on. */
function statusOf(input: DeviceInput, previous: string | undefined): string {
  if (input.disabled) return 'disabled'
  return previous === undefined || previous === 'disabled' ? 'offline' : previous
}

/**
 * The connection as stored. A stored password goes only where it went before: a user who may set an address but does not know
 * the password must not be able to have it sent elsewhere.
 */
function connectionOf(
  db: Db,
  id: string,
  input: DeviceInput,
  stored: unknown,
  at: string,
): Connection {
  const previous = (stored ?? {}) as Connection
  if (!input.connection) return previous
  const { password, ...next } = input.connection as Connection
  if (typeof password === 'string' && password !== '')
    return { ...next, password: encryptPassword(db, id, password) }
  const nobody = previous['user'] !== undefined && next['user'] === undefined
  if (previous['password'] === undefined || nobody) return next
  if (placeOf(previous) !== placeOf(next))
    refuseAt(at, { 'connection.password': 'Адрес изменился: введите пароль заново' })
  return { ...next, password: previous['password'] }
}

/** Host and port of an address, or of a connection that has them by themselves. */
function placeOf({ url, host, port }: Connection): string {
  return typeof url === 'string' && URL.canParse(url)
    ? new URL(url).host
    : JSON.stringify([host, port])
}

/** What the journal keeps of a device besides its name and connection; what its link reports is not its set-up. */
const AUDITED = [
  'driver',
  'post_id',
  'site_id',
  'presence_g',
  'zero_band_g',
  'max_g',
  'min_g',
  'd_g',
  'e_g',
  'verification_until',
  'verification_doc',
  'code',
  'kind',
] as const

type AuditedRow = DeviceSource & {
  readonly status: string
  readonly title: string
} & { readonly [K in (typeof AUDITED)[number]]?: unknown }

function auditOf(row: AuditedRow): Record<string, unknown> {
  const { address, connection } = auditedSource(row)
  return {
    address,
    ...Object.fromEntries(AUDITED.map((name) => [name, row[name] ?? null])),
    disabled: row.status === 'disabled',
    title: row.title,
    connection,
  }
}
