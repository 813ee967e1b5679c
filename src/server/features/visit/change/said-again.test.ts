import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { audit } from '#contract/audit/audit.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { addProducts } from '#test/builders/builders.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
const yard = await connectYard(world, own)
const { steel, castIron, copper } = await addProducts(own)
const { newPlate, send, sendConfirmed, captureIn } = truckHands(own, yard)
after(async () => {
  await yard.disconnect()
  await world.close()
})
beforeEach(() => yard.empty(1))

const perTonne = copper.priceKop! - steel.priceKop!

/** The reading of a weight that comes a while after the one before. */
async function next(kg: number) {
  await yard.empty(1)
  await letTimePass(own, 90)
  return yard.load(1, kg)
}

const markOf = ({ flags }: VisitCard) => flags.find(({ code }) => code === 'product_changed')

/** Closes a visit, which says nothing of its product. */
const out = async ({ id, version }: VisitCard) =>
  send({ command: 'capture_out', id, version, reading: await next(4260) })

type Says = (visit: VisitCard) => Promise<VisitCard>

const COMMANDS: Readonly<Record<string, Says>> = {
  capture_mid: async ({ id, version }) =>
    out(
      await send({
        command: 'capture_mid',
        id,
        version,
        reading: await next(9260),
        product_id: copper.id,
      }),
    ),
  capture_out: async ({ id, version }) =>
    send({
      command: 'capture_out',
      id,
      version,
      reading: await next(4260),
      product_id: copper.id,
    }),
  manual_weight: async ({ id, version }) => {
    await letTimePass(own, 90)
    const typed = { weight_g: 9_260_000, reason: 'Индикатор не отвечал', product_id: copper.id }
    return out(
      await sendConfirmed({ command: 'manual_weight', kind: 'mid', id, version, ...typed }),
    )
  },
  set_info: async ({ id, version }) =>
    out(await send({ command: 'set_info', id, version, product_id: copper.id })),
  'a name taken away, then capture_out': async ({ id, version }) => {
    const bare = await send({ command: 'set_info', id, version, product_id: null })
    return COMMANDS['capture_out']!(bare)
  },
}

for (const [command, says] of Object.entries(COMMANDS))
  test(`a dearer product than at the first weighing is told in roubles: ${command}`, async () => {
    const visit = await says(await captureIn(12_260, newPlate(), { product_id: steel.id }))
    assert.equal(visit.product_name, copper.name)
    const mark = markOf(visit)!
    assert.deepEqual([mark.kop, mark.why], [8 * perTonne, `${steel.name} → ${copper.name}`])
  })

test('the stored tare of a plate closes a visit with another product as a weighing does', async () => {
  const plate = newPlate()
  await out(await captureIn(12_260, plate))
  await yard.empty(1)
  const { id, version } = await captureIn(12_260, plate, { product_id: steel.id })
  const visit = await send({ command: 'use_stored_tare', id, version, product_id: copper.id })
  assert.equal(markOf(visit)!.kop, 8 * perTonne)
})

test('another product at a weighing is in the journal, the same one is not', async () => {
  const { id, version } = await captureIn(12_260, newPlate(), { product_id: castIron.id })
  const mid = await send({
    command: 'capture_mid',
    id,
    version,
    reading: await next(9260),
    product_id: castIron.id,
  })
  const infos = async () => {
    const { items } = await own.manager.api.send(audit.getEvents, {
      query: { filter: { entity: ['transaction'], entity_id: id } },
    })
    return items.filter(({ action }) => action === 'transaction.info').length
  }
  assert.equal(await infos(), 0)
  assert.equal(markOf(mid), undefined)
  await send({
    command: 'capture_out',
    id,
    version: mid.version,
    reading: await next(4260),
    product_id: steel.id,
  })
  assert.equal(await infos(), 1)
})

test('a mark that grew is looked at anew, one that did not stays looked at', async () => {
  const visit = await out(await captureIn(12_260, newPlate(), { product_id: castIron.id }))
  const named = (version: number, product_id: string) =>
    send({ command: 'set_info', id: visit.id, version, product_id })
  const { version } = await named(visit.version, steel.id)
  const body = {
    command: 'review' as const,
    id: visit.id,
    version,
    flags: ['product_changed' as const],
  }
  const seen = (await own.manager.api.send(visitCalls.update, { body })) as VisitCard
  assert.ok(markOf(seen)!.reviewed_at)
  const back = await named(seen.version, castIron.id)
  assert.ok(markOf(await named(back.version, steel.id))!.reviewed_at)
  const grown = markOf(await named(back.version + 1, copper.id))!
  assert.deepEqual(
    [grown.reviewed_at, grown.kop],
    [undefined, 8 * (copper.priceKop! - castIron.priceKop!)],
  )
})
