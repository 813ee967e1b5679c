import type { CallInput } from '#contract/core/call.ts'
import type { device } from '#contract/device/device.ts'
import type { TicketOrder } from '#contract/device/relay.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, zoneOf, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { shorten } from '../../../text/shorten.ts'
import { needLink } from '../../device/link/hub.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { countTicket, ticketsOf } from './visit-card-queries.ts'
import { visitCards } from './visit-cards.ts'

type Call = typeof device.printTicket

// The printer has 3 s by itself (devices.md 8).
const PRINT_MS = 4000

/** device/printTicket: the slip of a visit on its post's printer; only a slip that came out counts as printed. */
export async function printTicket(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const [visit] = await visitCards(db, [body.transaction_id])
  if (!visit) return refuse('common.not-found')
  const post = visit.post ?? settingsOfSession(db).modules_cfg.weight!.posts.weight
  const printer = settingsOfSession(db).modules_cfg.weight!.printers?.[String(post)]
  if (!printer) return refuse('device.not-configured', { message: 'На посту нет принтера' })
  const link = needLink(db.services, db.companyId, visit.site_id)
  const copy = (await ticketsOf(db, visit.id)) + 1
  const { publicUrl } = db.services.config
  const order: TicketOrder = {
    post,
    ...printer,
    transaction_id: visit.id,
    copy,
    title: `Отвес ${visit.number}`,
    lines: ticketLines(visit, zoneOf(db)),
    qr: `${publicUrl}/?path=/operator/transactions&peek=${visit.id}`,
  }
  await link.ask({ call: 'print', params: order }, PRINT_MS)
  await inTransaction(db, async (tx) => {
    await countTicket(tx, visit.id)
    addAuditEvent(tx, {
      action: 'transaction.print',
      entity: 'transaction',
      id: visit.id,
      after: { copy },
    })
  })
  return { ok: true }
}

type Line = TicketOrder['lines'][number]

/** What the slip says; a weight that was typed in is marked as such. */
function ticketLines(visit: VisitCard, timezone: string): Line[] {
  const time = new Intl.DateTimeFormat('ru-RU', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const at = (instant: string | null) => instant && time.format(new Date(instant))
  const kg = (grams: number | null) => (grams === null ? null : `${formatKg(grams, ' ')} кг`)
  const line = (name: string, value: string | null, strong?: true): Line[] =>
    value === null || value === ''
      ? []
      : [{ name, value: shorten(value, 200), ...(strong && { strong }) }]
  return [
    ...line('Площадка', visit.site_name),
    ...line('Машина', visit.carnumber),
    ...line('Поставщик', visit.supplier_name),
    ...line('Товар', visit.product_name),
    ...line('Въезд', at(visit.in_at)),
    ...line('Выезд', at(visit.out_at)),
    ...line('Первое взвешивание', visit.gross_g === null ? kg(visit.in_g) : null),
    ...line('Брутто', kg(visit.gross_g)),
    ...line('Тара', kg(visit.tare_g)),
    ...line('Нетто', kg(visit.net_g), true),
    ...line('Вес', visit.sources.includes('manual') ? 'ручной ввод' : null),
    ...line('', visit.status === 'void' ? 'АННУЛИРОВАНО' : null, true),
  ]
}
