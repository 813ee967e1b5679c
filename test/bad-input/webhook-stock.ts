import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '#test/support/world.ts'

/** A stopped address, so that nothing is ever sent, with a delivery that was given up. */
export async function addWebhook({ id: company_id, db: { q } }: TestCompany, mark: string) {
  const id = uuidv7()
  const address = { title: `Обмен ${mark}`, url: 'https://hook.example/', events: ['act.issued'] }
  const stop = { status: 'stopped', stop_reason: 'person', stopped_at: new Date().toISOString() }
  await q
    .insertInto('webhook')
    .values({ company_id, id, ...address, ...stop, secret: Buffer.alloc(60) })
    .execute()
  const delivery = uuidv7()
  const event = { event_id: uuidv7(), type: 'act.issued', body: JSON.stringify({ mark }) }
  await q
    .insertInto('webhook_delivery')
    .values({ company_id, id: delivery, webhook_id: id, ...event, status: 'failed', next_at: null })
    .execute()
  return { webhook: { id, version: 1 }, webhookDelivery: { id: delivery, version: 1 } }
}
