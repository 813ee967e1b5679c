import type { PostInput, SiteInput } from '#contract/device/site-devices.ts'
import { refuse } from '#http/refusal.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { companySettings } from '../company-queries.ts'
import { refuseAt, type YardRows } from './assert-device.ts'
import type { SaveOptions } from './save-device.ts'
import { changesOf } from './site-journal.ts'
import { changeCompany } from '../save-queries.ts'
import * as queries from './yard-queries.ts'

/** Adds or changes a site; one of those at work is always the default. */
export async function saveSite(
  tx: Tx,
  yard: YardRows,
  input: SiteInput,
  { version, stamp, at }: SaveOptions,
): Promise<void> {
  const before = yard.sites.find(({ id }) => id === input.id)
  if (input.id && !before) refuse('common.not-found')
  if (before && version !== undefined && before.version !== version) refuse('common.stale')
  const status = input.status ?? before?.status ?? 'active'
  const isDefault = input.is_default ?? before?.is_default ?? yard.sites.length === 0
  if (isDefault && status === 'archived')
    refuseAt(at, { status: 'Основную площадку нельзя отправить в архив: назначьте другую' })
  if (before?.is_default && !isDefault)
    refuseAt(at, { is_default: 'Чтобы сменить основную площадку, отметьте другую' })
  const busy = yard.devices.some((one) => one.site_id === before?.id && one.status !== 'disabled')
  if (status === 'archived' && busy)
    refuseAt(at, { status: 'На площадке есть включённые устройства: отключите их сначала' })
  if (isDefault && !before?.is_default) await queries.dropDefaultSite(tx)
  const { name, address } = input
  const values = { name, address, status, is_default: isDefault }
  const id = before?.id ?? uuidv7()
  if (before) await queries.changeSite(tx, id, values)
  else await queries.insertSite(tx, { ...values, ...stamp, id })
  const action = before ? 'site.update' : 'site.create'
  addAuditEvent(tx, { action, entity: 'site', id, ...changesOf(before, values) })
}

/** Adds or changes a post; visits keep their post by its id, whatever number it has now. */
export async function savePost(
  tx: Tx,
  yard: YardRows,
  input: PostInput,
  { version, stamp, at }: SaveOptions,
): Promise<void> {
  const before = yard.posts.find(({ id }) => id === input.id)
  if (input.id && !before) refuse('common.not-found')
  if (before && version !== undefined && before.version !== version) refuse('common.stale')
  if (yard.posts.some(({ id, number }) => number === input.number && id !== input.id))
    refuseAt(at, { number: 'Пост с таким номером уже есть' })
  const main = yard.sites.find((site) => site.is_default)?.id
  const siteId = input.site_id ?? before?.site_id ?? main
  if (!siteId) return refuseAt(at, { site_id: 'Выберите площадку' })
  if (!yard.sites.some((site) => site.id === siteId))
    refuse('common.not-found', { message: 'Площадка не найдена' })
  const moved = before !== undefined && before.site_id !== siteId
  if (moved && yard.devices.some(({ post_id }) => post_id === before.id))
    refuseAt(at, { site_id: 'На посту есть устройства: сначала переставьте их' })
  const { number, kind, title } = input
  const values = { number, kind, title, site_id: siteId }
  const id = before?.id ?? uuidv7()
  if (before) await queries.changePost(tx, id, values)
  else await queries.insertPost(tx, { ...values, ...stamp, id })
  const action = before ? 'post.update' : 'post.create'
  addAuditEvent(tx, { action, entity: 'post', id, ...changesOf(before, values) })
}

type Printers = Record<string, { host: string; port: number; columns: number }>

/** Where the slips of a post come out (devices.md 8): a setting of the company by the post's number. */
export async function setPrinter(
  tx: Tx,
  post: { number: number; previous: number | undefined },
  printer: Printers[string] | null | undefined,
): Promise<void> {
  const settings = ((await companySettings(tx)) ?? {}) as {
    modules_cfg?: { weight?: { printers?: Printers } }
  }
  const before = settings.modules_cfg?.weight?.printers ?? {}
  const { [String(post.previous)]: stood, ...others } = before
  const next = printer === undefined ? stood : printer
  const printers = { ...others, ...(next && { [String(post.number)]: next }) }
  if (JSON.stringify(printers) === JSON.stringify(before)) return
  const weight = { ...settings.modules_cfg?.weight, printers }
  const modules_cfg = { ...settings.modules_cfg, weight }
  await changeCompany(tx, { settings: JSON.stringify({ ...settings, modules_cfg }) })
  await forgetRights(tx, { companyId: tx.companyId })
  addAuditEvent(tx, {
    action: 'company.printers',
    entity: 'company',
    id: tx.companyId,
    before: { printers: before },
    after: { printers },
  })
}
