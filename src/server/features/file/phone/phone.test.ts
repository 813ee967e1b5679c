import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { MOST_PHONE_PAGES, phone, phoneLinks } from '#contract/file/phone.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { jpeg, png } from '#test/builders/pictures.ts'
import { apiOf, requestOf, type Api } from '#test/support/api.ts'
import { openWorld, signIn, type World } from '#test/support/world.ts'
import { sweepPhonePages } from './phone-jobs.ts'

let world: World
let page: Buffer
/** The operator in a session of its own. */
let operator: Api

before(async () => {
  world = await openWorld()
  page = await jpeg()
})
after(() => world.close())
beforeEach(async () => {
  await world.services.q.deleteFrom('login_attempt').execute()
  operator = apiOf(world.app, await signIn(world.services, world.own.operator.id))
})

const secret = () => randomBytes(32).toString('base64url')
const tokenOf = ({ address }: { address: string }) => address.split('#')[1]!
const makeLink = (body: object = {}) => operator.send(phoneLinks.create, { body })

/** A telephone that opened the link. */
async function openedBy({ address }: { address: string }): Promise<Api> {
  const key = secret()
  await world.nobody.send(phone.open, { body: { token: tokenOf({ address }), key } })
  return apiOf(world.app, key)
}
const sendPage = (device: Api, client_id = uuidv7(), body: Uint8Array = page) =>
  device.send(phone.sendPage, { query: { client_id }, body })
const refusedPage = async (device: Api, body: Uint8Array = page) =>
  (await device.refused(phone.sendPage, { query: { client_id: uuidv7() }, body })).code
const isDead = async (device: Api) =>
  (await device.refused(phone.getState)).code === 'phone.link-dead'
const get = (id: string) => operator.send(phoneLinks.get, { query: { id } })

function storedCount(): number {
  const dir = path.join(world.services.config.dataDir, 'files')
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

test('a telephone opens the link, sends pages, and the scanner reads them in their order', async () => {
  const link = await makeLink()
  assert.match(link.address, /^http:\/\/127\.0\.0\.1:8080\/phone#[\w-]{43}$/)
  assert.match(link.qr_svg, /^<svg /)
  assert.equal((await get(link.id)).status, 'waiting')
  const device = await openedBy(link)
  assert.equal((await get(link.id)).status, 'opened')
  const state = await device.send(phone.getState)
  assert.equal(state.company, 'Ромашка')
  assert.equal((await sendPage(device)).pages, 1)
  assert.equal((await sendPage(device, uuidv7(), await jpeg('#223344', 90, 60))).pages, 2)
  assert.deepEqual((await get(link.id)).pages, [1, 2])
  const answer = await operator.raw(
    requestOf(phoneLinks.getPage, { query: { id: link.id, page: 2 } }),
  )
  assert.equal(answer.headers['content-type'], 'image/jpeg')
  assert.match(String(answer.headers['cache-control']), /no-store/)
  assert.equal(answer.rawPayload.subarray(0, 2).toString('hex'), 'ffd8')
  const events = await world.services.q
    .selectFrom('audit_event')
    .where('entity_id', '=', link.id)
    .select(['action', 'user_id'])
    .orderBy('seq')
    .execute()
  const by = world.own.operator.id
  assert.deepEqual(
    events,
    ['create', 'open', 'page', 'page'].map((what) => ({
      action: `phone_link.${what}`,
      user_id: by,
    })),
  )
})

test('the secret of the link and the key of the device are stored as hashes alone', async () => {
  const link = await makeLink()
  const key = secret()
  await world.nobody.send(phone.open, { body: { token: tokenOf(link), key } })
  const rows = await world.services.q.selectFrom('phone_link').selectAll().execute()
  const stored = rows.map((row) => JSON.stringify(row) + row.token_hash.toString('latin1')).join()
  for (const text of [key, tokenOf(link)]) {
    assert.equal(stored.includes(text), false)
    const bytes = Buffer.from(text, 'base64url')
    assert.ok(rows.every((row) => !row.token_hash.equals(bytes) && !row.device_hash?.equals(bytes)))
  }
})

test('of fifty parallel openings one device wins; it may open again, another one may not', async () => {
  const link = await makeLink()
  const keys = Array.from({ length: 50 }, secret)
  const open = (key: string, i = 0) =>
    world.app.inject({
      ...requestOf(phone.open, { body: { token: tokenOf(link), key } }),
      remoteAddress: `10.0.0.${i}`,
    })
  const answers = await Promise.all(keys.map(open))
  const winners = keys.filter((_, i) => answers[i]!.statusCode === 200)
  assert.equal(winners.length, 1)
  const codes = answers.flatMap((answer) =>
    answer.statusCode === 200 ? [] : [answer.json<{ code: string }>().code],
  )
  assert.deepEqual(new Set(codes), new Set(['phone.other-device']))
  assert.equal((await open(winners[0]!)).statusCode, 200)
  const loser = keys.find((key) => key !== winners[0])!
  assert.ok(await isDead(apiOf(world.app, loser)))
  const body = { token: tokenOf(link), key: loser }
  assert.equal((await world.nobody.refused(phone.open, { body })).code, 'phone.other-device')
})

test('an expired link, an ended one, an invented one and a bad key are refused', async () => {
  const refusedOpening = async (token: string, key = secret()) =>
    (await world.nobody.refused(phone.open, { body: { token, key } })).code
  assert.equal(await refusedOpening(secret()), 'phone.link-dead')
  assert.equal(await refusedOpening('короткий'), 'phone.link-dead')
  const link = await makeLink()
  assert.equal(await refusedOpening(tokenOf(link), 'короткий'), 'phone.bad-key')
  const device = await openedBy(link)
  await sendPage(device)
  await world.services.q
    .updateTable('phone_link')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', link.id)
    .execute()
  assert.ok(await isDead(device))
  assert.equal(await refusedPage(device), 'phone.link-dead')
  assert.equal(await refusedOpening(tokenOf(link)), 'phone.link-dead')
  // What came before is still there for the scanner.
  const seen = await get(link.id)
  assert.deepEqual([seen.status, seen.pages], ['ended', [1]])
  const next = await makeLink()
  await operator.send(phoneLinks.end, { body: { id: next.id } })
  assert.equal(await refusedOpening(tokenOf(next)), 'phone.link-dead')
  await operator.send(phoneLinks.end, { body: { id: next.id } })
})

test('a key that a telephone has for another link is refused', async () => {
  const key = secret()
  const [first, second] = [await makeLink(), await makeLink()]
  const open = (link: { address: string }) => ({ body: { token: tokenOf(link), key } })
  await world.services.q
    .updateTable('phone_link')
    .set({ ended_at: null })
    .where('id', '=', first.id)
    .execute()
  await world.nobody.send(phone.open, open(first))
  assert.equal((await world.nobody.refused(phone.open, open(second))).code, 'phone.bad-key')
})

test('of two links that a session makes at once one lives', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => makeLink()))
  const seen = await Promise.all(made.map(({ id }) => get(id)))
  assert.equal(seen.filter(({ status }) => status === 'waiting').length, 1)
})

test('a link does not end while the scanner lacks a page that the telephone was told is there', async () => {
  const link = await makeLink()
  const device = await openedBy(link)
  await sendPage(device)
  const end = (taken: number) => ({ body: { id: link.id, taken } })
  assert.equal((await operator.refused(phoneLinks.end, end(0))).code, 'phone.more-pages')
  assert.deepEqual((await get(link.id)).pages, [1])
  // Either the page is there and the link goes on, or it is refused to the telephone.
  const [sent, ended] = await Promise.all([
    device.raw(requestOf(phone.sendPage, { query: { client_id: uuidv7() }, body: page })),
    operator.raw(requestOf(phoneLinks.end, end(1))),
  ])
  assert.equal(sent.statusCode === 200, ended.statusCode === 409)
  await operator.send(phoneLinks.end, end(2))
  assert.ok(await isDead(device))
})

test('guesses of a link are counted by address', async () => {
  const body = { token: secret(), key: secret() }
  for (let i = 0; i < 10; i++) await world.nobody.refused(phone.open, { body })
  assert.equal((await world.nobody.refused(phone.open, { body })).code, 'common.too-many')
})

test('when the dialog closes the link ends and its pages are gone; a new link ends the earlier one', async () => {
  const before = storedCount()
  const first = await makeLink()
  const device = await openedBy(first)
  await sendPage(device)
  assert.equal(storedCount(), before + 1)
  const second = await makeLink()
  assert.ok(await isDead(device))
  assert.equal((await get(first.id)).status, 'ended')
  assert.equal(storedCount(), before)
  const other = await openedBy(second)
  await sendPage(other)
  await operator.send(phoneLinks.end, { body: { id: second.id } })
  assert.equal(await refusedPage(other), 'phone.link-dead')
  assert.equal(storedCount(), before)
  const query = { id: second.id, page: 1 }
  assert.equal((await operator.refused(phoneLinks.getPage, { query })).code, 'common.not-found')
})

test('a link ends with the session of its operator, and with the right to upload', async () => {
  const link = await makeLink()
  const device = await openedBy(link)
  await operator.send(auth.logout)
  assert.ok(await isDead(device))
  assert.equal(await refusedPage(device), 'phone.link-dead')
  operator = apiOf(world.app, await signIn(world.services, world.own.operator.id))
  assert.equal((await get(link.id)).status, 'ended')
  const next = await openedBy(await makeLink())
  const set = (status: string) =>
    world.services.q.updateTable('company').set({ status }).where('id', '=', world.own.id).execute()
  await set('suspended')
  assert.equal(await refusedPage(next), 'company.suspended')
  await set('active')
  await sendPage(next)
})

test('a link of another company or of a colleague does not exist', async () => {
  const { id } = await makeLink()
  for (const { api } of [world.other.operator, world.own.manager]) {
    const codes = [
      await api.refused(phoneLinks.get, { query: { id } }),
      await api.refused(phoneLinks.getPage, { query: { id, page: 1 } }),
      await api.refused(phoneLinks.end, { body: { id } }),
    ]
    assert.deepEqual(new Set(codes.map(({ code }) => code)), new Set(['common.not-found']))
  }
  const stranger = await addSupplier(world.other)
  const body = { entity: 'supplier', entity_id: stranger.id }
  assert.equal((await operator.refused(phoneLinks.create, { body })).code, 'common.not-found')
  const half = await operator.refused(phoneLinks.create, { body: { entity: 'act' } })
  assert.equal(half.code, 'common.validation')
  // The key of a telephone is no session.
  const device = await openedBy(await makeLink())
  assert.equal((await device.refused(phoneLinks.get, { query: { id } })).code, 'auth.required')
})

test('what is no JPEG, too large or one page too many is refused; a repeated page is stored once', async () => {
  const device = await openedBy(await makeLink())
  const before = storedCount()
  assert.equal(await refusedPage(device, await png()), 'file.bad-type')
  assert.equal(await refusedPage(device, Buffer.from('<svg/>')), 'file.bad-type')
  assert.equal(await refusedPage(device, Buffer.alloc(10 * 1024 * 1024 + 1)), 'file.too-large')
  const typed = await device.raw({
    ...requestOf(phone.sendPage, { query: { client_id: uuidv7() }, body: page }),
    headers: { 'content-type': 'application/pdf' },
  })
  assert.equal(typed.statusCode, 415)
  assert.equal(storedCount(), before)
  const client_id = uuidv7()
  const twice = await Promise.all([sendPage(device, client_id), sendPage(device, client_id)])
  assert.deepEqual(
    twice.map(({ pages }) => pages),
    [1, 1],
  )
  assert.equal((await sendPage(device, client_id)).pages, 1)
  assert.equal(storedCount(), before + 1)
  for (let i = 1; i < MOST_PHONE_PAGES; i++) await sendPage(device)
  assert.equal(await refusedPage(device), 'phone.too-many-pages')
  assert.equal(storedCount(), before + MOST_PHONE_PAGES)
})

test('pages of a link whose scanner vanished are swept', async () => {
  const link = await makeLink()
  await sendPage(await openedBy(link))
  const before = storedCount()
  await sweepPhonePages(world.services)
  assert.equal(storedCount(), before)
  await world.services.q
    .updateTable('phone_link')
    .set({ expires_at: new Date(Date.now() - 660_000).toISOString() })
    .where('id', '=', link.id)
    .execute()
  await sweepPhonePages(world.services)
  assert.equal(storedCount(), before - 1)
  assert.deepEqual((await get(link.id)).pages, [])
})
