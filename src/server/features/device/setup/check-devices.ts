import type { PlateCheck } from '#contract/device/agent-link.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { device } from '#contract/device/device.ts'
import type { TicketOrder } from '#contract/device/relay.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { findCompany } from '../../company/company-queries.ts'
import { settingsOf } from '../../company/settings.ts'
import { findCameraById, findPost, findPostDevice } from './device-queries.ts'
import { askPicture, hubOf, needLink } from '../link/hub.ts'
import { companyOf } from './read-yard.ts'
import { RELAY_MS } from '../stream/set-relay.ts'

// devices.md 2: a snapshot within 3 s of the camera; a plate is read of it within 4 s more.
const PICTURE_MS = 3500
const CHECK_MS = 8000
// The printer has 3 s by itself (devices.md 8).
const PRINT_MS = 4000

/** device/superTakePicture: taken again each time, since the setting itself is being checked. */
export async function superTakePicture(
  db: Db,
  { body }: CallInput<typeof device.superTakePicture>,
): Promise<RawAnswer> {
  const home = companyOf(db, body.companyId)
  const camera = await findCameraById(home, body.device_id)
  if (!camera) return refuse('common.not-found')
  if (camera.status === 'disabled') refuseDisabled()
  const link = needLink(home.services, home.companyId, camera.site_id)
  const picture = await askPicture(home.services, link, camera.code, PICTURE_MS)
  return {
    type: 'image/jpeg',
    body: picture.jpeg,
    headers: { 'cache-control': 'no-store', 'x-taken-at': picture.taken_at },
  }
}

/** device/superReadPlate: the picture comes beside the link, as every other. */
export async function superReadPlate(
  db: Db,
  { body }: CallInput<typeof device.superReadPlate>,
): Promise<Answer<typeof device.superReadPlate>> {
  const home = companyOf(db, body.companyId)
  const eye = await needPostDevice(home, body.device_id, 'plate_camera')
  const link = needLink(home.services, home.companyId, eye.site_id)
  const { blobs } = hubOf(home.services)
  const blob_id = uuidv7()
  blobs.expect(link.agentId, blob_id)
  try {
    const params = { post: eye.post, blob_id }
    const { reading } = (await link.ask({ call: 'look', params }, CHECK_MS)) as PlateCheck
    return { reading, picture: blobs.take(blob_id)?.toString('base64') ?? null }
  } finally {
    blobs.take(blob_id)
  }
}

/** device/superSwitchRelay: the agent's interlocks hold for every caller. */
export async function superSwitchRelay(
  db: Db,
  { body }: CallInput<typeof device.superSwitchRelay>,
): Promise<Answer<typeof device.superSwitchRelay>> {
  const { companyId, device_id, channel, on, pulse_ms = null } = body
  const home = companyOf(db, companyId)
  const { post, site_id } = await needPostDevice(home, device_id, 'relay')
  const link = needLink(home.services, home.companyId, site_id)
  const by = home.caller.userId
  await link.ask({ call: 'relay', params: { post, channel, on, pulse_ms, by } }, RELAY_MS)
  const after = { post, channel, on, pulse_ms }
  await inTransaction(home, async (tx) =>
    addAuditEvent(tx, { action: 'relay.set', entity: 'device', id: device_id, after }),
  )
  return { ok: true }
}

/** device/superPrintTest: a slip of nothing, so it counts nowhere. */
export async function superPrintTest(
  db: Db,
  { body }: CallInput<typeof device.superPrintTest>,
): Promise<Answer<typeof device.superPrintTest>> {
  const home = companyOf(db, body.companyId)
  const post = await findPost(home, body.post)
  if (!post) return refuse('common.not-found')
  const company = await findCompany(home)
  const { printers } = settingsOf(company?.settings).modules_cfg.weight!
  const printer = printers?.[String(body.post)]
  if (!printer) return refuse('device.not-configured', { message: 'На посту нет принтера' })
  const link = needLink(home.services, home.companyId, post.site_id)
  const order: TicketOrder = {
    post: body.post,
    ...printer,
    transaction_id: null,
    copy: 1,
    title: 'Пробный талон',
    lines: [
      { name: 'Компания', value: company?.short_name ?? '' },
      { name: 'Пост', value: `${post.number}. ${post.title}`.slice(0, 200) },
      { name: 'Знаков в строке', value: String(printer.columns) },
      { name: 'Буквы', value: 'АБВГДЕЁЖЗ абвгдеёжз №' },
      { name: 'Жирный', value: '12 345 кг', strong: true },
    ],
    qr: home.services.config.publicUrl,
  }
  await link.ask({ call: 'print', params: order }, PRINT_MS)
  return { ok: true }
}

async function needPostDevice(home: Db, id: string, kind: 'plate_camera' | 'relay') {
  const found = await findPostDevice(home, id, kind)
  if (!found) return refuse('common.not-found')
  if (found.status === 'disabled') refuseDisabled()
  const { post, site_id } = found
  if (post === null)
    return refuse('device.not-configured', { message: 'Устройство не стоит на посту' })
  return { post, site_id }
}

function refuseDisabled(): never {
  return refuse('device.not-configured', { message: 'Устройство отключено' })
}
