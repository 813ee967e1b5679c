import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard, WeighingProof } from '#contract/visit/visit-entities.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, PATIENT_WITH_CAMERAS } from '#test/support/world.ts'

const world = await openWorld({ config: { deadlines: PATIENT_WITH_CAMERAS } })
const { own, other, services } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const { captureIn, sendConfirmed, newPlate } = truckHands(own, yard)
after(async () => {
  await yard.disconnect()
  await world.close()
})
afterEach(() => yard.empty(1))

const prove = (id: string) => api.send(visitCalls.getProof, { query: { id } })
async function arrive(): Promise<{ visit: VisitCard; proof: WeighingProof }> {
  const visit = await captureIn(12_480)
  return { visit, proof: (await prove(visit.id))[0]! }
}
/** What only the owner of the database could do: the triggers that refuse every change are switched off. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table weighing disable trigger user`.execute(services.q)
  await statement.execute(services.q)
  await sql`alter table weighing enable trigger user`.execute(services.q)
}
const signatureOf = async (id: string) => (await prove(id))[0]!.reading!.signature

test('a weighing by the scale shows its frame, a signature that fits and pictures that are whole', async () => {
  const { visit, proof } = await arrive()
  const { reading, photos } = proof
  assert.equal(reading!.signature, 'fits')
  assert.deepEqual([proof.weight_g, reading!.weight_g], [12_480_000, 12_480_000])
  assert.equal(reading!.raw, (await yard.shown(1)).raw)
  assert.ok(photos.length > 0)
  assert.deepEqual(
    photos.map(({ file_id, state }) => [file_id, state]),
    visit.weighings[0]!.photos.map(({ file_id }) => [file_id, 'whole']),
  )
})

test('a weight, a time or a load that was changed in the database breaks the signature', async () => {
  for (const change of [
    sql`weight_g = weight_g + 20000`,
    sql`reading = jsonb_set(reading, '{weight_g}', '12500000'), weight_g = 12500000`,
    sql`reading = jsonb_set(reading, '{ts}', '"2026-01-01T00:00:00.000Z"')`,
    sql`reading = jsonb_set(reading, '{sig}', to_jsonb(repeat('A', 43)))`,
    sql`reading = jsonb_set(reading, '{raw}', to_jsonb('53542c47532c'::text))`,
    sql`reading = jsonb_set(reading, '{zero}', 'true')`,
  ]) {
    const { visit, proof } = await arrive()
    await tamper(sql`update weighing set ${change} where id = ${proof.id}`)
    assert.equal(await signatureOf(visit.id), 'broken')
    await yard.empty(1)
  }
})

test('a reading of the former release, by a scale whose key is gone, is told apart from a broken one', async () => {
  yard.earlierSoftware(true)
  const visit = await captureIn(12_480)
  yard.earlierSoftware(false)
  const scale = visit.weighings[0]!.device_id!
  assert.equal(await signatureOf(visit.id), 'fits')
  const setKey = (key: Buffer | null) =>
    services.q.updateTable('device').set({ agent_key: key }).where('id', '=', scale).execute()
  const { agent_key } = await services.q
    .selectFrom('device')
    .where('id', '=', scale)
    .select('agent_key')
    .executeTakeFirstOrThrow()
  await setKey(null)
  assert.equal(await signatureOf(visit.id), 'no_key')
  await setKey(agent_key)
})

test('captures of a scale are counted without a gap, and one that was taken out of the database is told', async () => {
  const numbers: (number | null)[] = []
  for (let i = 0; i < 3; i++) {
    const { proof } = await arrive()
    numbers.push(proof.capture_no)
    assert.equal(proof.after_gap, false)
    await yard.empty(1)
  }
  const [first] = numbers
  assert.deepEqual(numbers, [first, first! + 1, first! + 2])
  const { visit, proof } = await arrive()
  await tamper(
    sql`delete from weighing where device_id = ${visit.weighings[0]!.device_id} and capture_no = ${proof.capture_no! - 1}`,
  )
  assert.equal((await prove(visit.id))[0]!.after_gap, true)
})

test('a picture that was exchanged or removed on the disk is told', async () => {
  const { visit, proof } = await arrive()
  const rows = await services.q
    .selectFrom('file')
    .where(
      'id',
      'in',
      proof.photos.map(({ file_id }) => file_id),
    )
    .select(['id', 'storage_key', 'sha256'])
    .execute()
  const fileOf = ({ storage_key }: { storage_key: string }) =>
    path.join(services.config.dataDir, 'files', storage_key)
  assert.equal(
    rows[0]!.sha256.toString('hex'),
    proof.photos.find((one) => one.file_id === rows[0]!.id)!.sha256,
  )
  await writeFile(fileOf(rows[0]!), 'another picture')
  const stateOf = async () =>
    (await prove(visit.id))[0]!.photos.find((one) => one.file_id === rows[0]!.id)!.state
  assert.equal(await stateOf(), 'changed')
  await rm(fileOf(rows[0]!))
  assert.equal(await stateOf(), 'gone')
})

test('a typed weight has no reading, its person and its reason', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const body = {
    command: 'manual' as const,
    carnumber: newPlate(),
    in_g: 9_000_000,
    out_g: 4_000_000,
    in_at: at(80),
    out_at: at(40),
    reason: 'Индикатор в поверке',
  }
  const visit = await sendConfirmed(body)
  const proofs = await prove(visit.id)
  assert.deepEqual(
    proofs.map(({ source, reading, reason }) => [source, reading, reason]),
    proofs.map(() => ['manual', null, body.reason]),
  )
  assert.ok(proofs.every(({ approver_name }) => approver_name !== null))
})

test('a visit of another company does not exist', async () => {
  const { visit } = await arrive()
  const refusal = await other.operator.api.refused(visitCalls.getProof, { query: { id: visit.id } })
  assert.equal(refusal.code, 'common.not-found')
})
