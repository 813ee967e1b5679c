import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { signReading, type Signer } from '#agent/scales/sign-reading.ts'
import type { Reading } from '#contract/device/reading.ts'
import { files } from '#contract/file/file.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, PATIENT_WITH_CAMERAS } from '#test/support/world.ts'

const YARD = 'https://ves.example'
const world = await openWorld({
  config: { deviceOrigins: [YARD], deadlines: PATIENT_WITH_CAMERAS },
})
const { own } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const { captureIn, newPlate, send, refused } = truckHands(own, yard)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const FORGED = Buffer.from('ST,GS,+0099999kg').toString('hex')
const forge = (reading: Reading): Reading => ({ ...reading, raw: FORGED, zero: true, post: 7 })
const provenOf = async (id: string) => (await api.send(visitCalls.getProof, { query: { id } }))[0]!
const frameOf = async (id: string) => (await provenOf(id)).reading!
const flagsOf = ({ flags }: { flags: { code: string }[] }) => flags.map(({ code }) => code)
const photo = async (params: object = {}) =>
  (
    await api.send(files.save, {
      query: { params: { kind: 'photo', client_id: uuidv7(), ...params } },
      body: await jpeg('#336699'),
    })
  ).id

let ahead = 100_000
/** A reading that the link never carried: the browser had it from the agent itself. */
async function direct(): Promise<Reading> {
  await world.services.q
    .insertInto('route_entry')
    .values({ company_id: own.id, id: uuidv7(), tag: 'weight', url: `${YARD}/api/v1/` })
    .execute()
  const shown = await yard.load(1, 9000)
  return { ...shown, seq: shown.seq + (ahead += 100_000), ts: new Date().toISOString() }
}

/** A key of the company that no link belongs to. */
async function addAgent(site_id: string, status: 'online' | 'revoked'): Promise<Signer> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const agent_id = uuidv7()
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  await world.services.q
    .insertInto('agent')
    .values({
      company_id: own.id,
      id: agent_id,
      site_id,
      public_key,
      program_version: '0.1.0',
      status,
    })
    .execute()
  return { agent_id, key }
}

afterEach(async () => {
  yard.dark.clear()
  await world.services.q.deleteFrom('route_entry').execute()
  await yard.empty(1)
})

describe('what the server did not take itself', () => {
  test('pictures of another visit are refused', async () => {
    const first = await captureIn(12_480)
    await yard.empty(1)
    const taken = first.weighings[0]!.photos.map(({ file_id }) => file_id)
    yard.dark.add(1).add(2)
    const reading = await yard.load(1, 9000)
    const body = { command: 'capture_in' as const, carnumber: newPlate(), reading }
    assert.equal(await refused({ ...body, photos: taken }), 'weighing.photo-used')
    const given = await photo()
    const second = await send({ ...body, photos: [given] })
    const { id, version } = second
    await yard.empty(1)
    const next = { command: 'capture_mid' as const, id, version, photos: [given] }
    const third = { ...body, carnumber: newPlate(), photos: [given] }
    assert.equal(
      await refused({ ...third, reading: await yard.load(1, 7000) }),
      'weighing.photo-used',
    )
    await letTimePass(own, 90)
    const shown = await send({ ...next, reading: await yard.shown(1) })
    assert.equal(shown.weighings.length, 2, 'its own visit may show it again')
  })

  test('a picture that belongs to another record is refused', async () => {
    const first = await captureIn(12_480)
    await yard.empty(1)
    const ofFirst = await photo({ entity: 'transaction', entity_id: first.id })
    const reading = await yard.load(1, 9000)
    const body = { command: 'capture_in' as const, carnumber: newPlate(), reading }
    assert.equal(await refused({ ...body, photos: [ofFirst] }), 'weighing.photo-used')
  })

  test('with the cameras off a plate and pictures of the browser are marked and replace nothing', async () => {
    yard.dark.add(1).add(2)
    const carnumber = newPlate()
    const plates = yard.devices['plate_camera1']!
    await world.services.q
      .updateTable('device')
      .set({ status: 'disabled' })
      .where('id', '=', plates)
      .execute()
    const reading = await yard.load(1, 9000)
    const plate_reading = {
      plate: carnumber,
      raw: carnumber,
      confidence_bp: 9900,
      ts: new Date().toISOString(),
      candidates: [],
    }
    const photos = [await photo({ camera: 1, post: 1 }), await photo({ camera: 2, post: 1 })]
    const opened = await send({
      command: 'capture_in',
      carnumber,
      reading,
      plate_reading,
      photos,
    })
    await world.services.q
      .updateTable('device')
      .set({ status: 'online' })
      .where('id', '=', plates)
      .execute()
    assert.ok(flagsOf(opened).includes('no_photo'), flagsOf(opened).join())
    const { plate_read, plate_by, photos: shown } = opened.weighings[0]!
    assert.deepEqual([plate_read, plate_by], [carnumber, 'operator'])
    assert.deepEqual(
      shown.map(({ given, camera, view }) => [given, camera, view]),
      photos.map(() => [true, null, 'Фото от оператора']),
    )
    const proof = await provenOf(opened.id)
    assert.deepEqual(
      [proof.plate_by, proof.photos.map(({ given }) => given)],
      ['operator', [true, true]],
    )
  })

  test('what the cameras of the post took is not marked', async () => {
    const carnumber = newPlate()
    const reading = await yard.load(1, 9000, carnumber)
    const opened = await send({ command: 'capture_in', carnumber, reading })
    const { plate_by, photos } = opened.weighings[0]!
    assert.equal(plate_by, 'camera')
    assert.ok(photos.length > 0 && photos.every(({ given }) => !given))
  })
})

describe('the frame of a weighing', () => {
  test('a frame that a browser made up is refused, and the true one is stored with a signature over all of it', async () => {
    const reading = await yard.load(1, 12_480)
    const body = { command: 'capture_in' as const, carnumber: newPlate() }
    assert.equal(await refused({ ...body, reading: forge(reading) }), 'weighing.bad-signature')
    const { raw, zero, signature, covers } = await frameOf((await send({ ...body, reading })).id)
    assert.deepEqual([raw, zero, signature, covers], [reading.raw, false, 'fits', 'all'])
  })

  test('of an agent of the former release the server stores the copy that came over the link', async () => {
    yard.earlierSoftware(true)
    const reading = await yard.load(1, 12_480)
    const body = { command: 'capture_in' as const, carnumber: newPlate() }
    const opened = await send({ ...body, reading: forge(reading) })
    yard.earlierSoftware(false)
    const { raw, zero, signature, covers } = await frameOf(opened.id)
    assert.deepEqual([raw, zero, signature, covers], [reading.raw, false, 'fits', 'weight'])
  })

  test('a frame that only the browser had is covered by the signature of the agent', async () => {
    const named = await direct()
    const body = { command: 'capture_in' as const, carnumber: newPlate() }
    for (const change of [
      { raw: FORGED },
      { zero: true },
      { post: 7 },
      { status: 'unstable' as const },
      { overload: true },
      { blockers: ['weighing.no-load' as const] },
      { alibi: '000123' },
    ])
      assert.equal(
        await refused({ ...body, reading: { ...yard.sign(1, named), ...change } }),
        'weighing.bad-signature',
        JSON.stringify(change),
      )
    const stranger = { ...yard.sign(1, named), agent_id: uuidv7() }
    assert.equal(await refused({ ...body, reading: stranger }), 'weighing.bad-signature')
    const opened = await send({ ...body, reading: yard.sign(1, named) })
    assert.equal((await provenOf(opened.id)).reading!.raw, named.raw)
  })

  test('an agent of another site, or one that was revoked, vouches for no fresh reading', async () => {
    const body = { command: 'capture_in' as const, carnumber: newPlate() }
    const elsewhere = uuidv7()
    await world.services.q
      .insertInto('site')
      .values({
        company_id: own.id,
        id: elsewhere,
        name: 'Другая площадка',
        address: 'г. Тула',
        is_default: false,
      })
      .execute()
    for (const [site, status, code] of [
      [elsewhere, 'online', 'weighing.bad-signature'],
      [own.siteId, 'revoked', 'weighing.stale-reading'],
    ] as const) {
      const signer = await addAgent(site, status)
      const named = { ...(await direct()), agent_id: signer.agent_id }
      const reading = { ...named, sig: signReading(signer, named) }
      assert.equal(await refused({ ...body, reading }), code)
      await world.services.q.deleteFrom('route_entry').execute()
    }
  })

  test('of an agent of the former release only what it signed is taken from a browser', async () => {
    const named = await direct()
    const reading = forge(yard.sign(1, named, 'v1'))
    const opened = await send({ command: 'capture_in', carnumber: newPlate(), reading })
    const proof = await frameOf(opened.id)
    assert.deepEqual(
      [proof.raw, proof.zero, proof.signature, proof.covers],
      ['', false, 'fits', 'weight'],
    )
  })
})
