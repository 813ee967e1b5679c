import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const reason = 'Снимок неразборчив'

/** The command that rejects one page of an act without signing it. */
const reject = (row: { id: string; version: number }, scan: string) => ({
  body: {
    command: 'sign' as const,
    id: row.id,
    version: row.version,
    rejected_scans: [{ id: scan, reason }],
  },
})

async function attach(actId: string, colour: string, kind?: string): Promise<string> {
  const sent = await uploadScans(world.own.operator, actId, [await jpeg(colour)], kind)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  return sent.body[0].id
}

const statusOf = async (actId: string) => {
  const card = await world.own.operator.api.send(act.get, { query: { id: actId } })
  return [card.status, ...card.scans.map((scan) => [scan.status, scan.reject_reason])]
}

test('pages are rejected without signing, and neither decision is taken back', async () => {
  const { api } = world.own.operator
  const issued = await addIssued(world.own, deal)
  const scan = await attach(issued.id, '#101010')
  assert.equal((await api.send(act.update, reject(issued, scan))).status, 'issued')
  assert.deepEqual(await statusOf(issued.id), ['issued', ['rejected', reason]])
  const { rejected_scans: _, ...rest } = reject(issued, scan).body
  const body = { ...rest, accepted_scan_ids: [scan], without_code: true }
  assert.equal((await api.refused(act.update, { body })).code, 'common.bad-transition')
  const events = await world.own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', world.own.id)
    .where('entity_id', '=', scan)
    .where('action', '=', 'scan.reject')
    .select('user_id')
    .execute()
  assert.deepEqual(events, [{ user_id: world.own.operator.id }])
})

test('a page that came after the signing is rejected, an accepted one is not', async () => {
  const { api } = world.own.operator
  const issued = await addIssued(world.own, deal)
  const first = await attach(issued.id, '#202020')
  const { id, version } = issued
  const accepted_scan_ids = [first]
  const signed = await api.send(act.update, {
    body: { command: 'sign', id, version, accepted_scan_ids, without_code: true },
  })
  const late = await attach(id, '#212121')
  await api.send(act.update, reject(signed, late))
  assert.deepEqual(await statusOf(id), ['signed', ['accepted', null], ['rejected', reason]])
  const refused = await api.refused(act.update, reject(signed, first))
  assert.equal(refused.code, 'common.bad-transition')
  assert.equal(refused.message, `Лист 1 уже принят (${await fullNameOf(world.own.operator.id)})`)
  const again = { command: 'sign', id, version, accepted_scan_ids: [late] } as const
  assert.match((await api.refused(act.update, { body: again })).message, /^Лист 2 уже отклонён \(/)
})

async function fullNameOf(userId: string): Promise<string> {
  const person = world.own.db.q.selectFrom('app_user').where('id', '=', userId)
  return (await person.select('full_name').executeTakeFirstOrThrow()).full_name
}

test('a page is not rejected by a stranger, without the right, over an older version, or in a draft', async () => {
  const { operator, user } = world.own
  const issued = await addIssued(world.own, deal)
  const scan = await attach(issued.id, '#303030')
  const foreign = await world.other.operator.api.refused(act.update, reject(issued, scan))
  assert.equal(foreign.code, 'common.not-found')
  assert.equal((await user.api.refused(act.update, reject(issued, scan))).status, 403)
  const older = { id: issued.id, version: issued.version - 1 }
  assert.equal((await operator.api.refused(act.update, reject(older, scan))).code, 'common.stale')
  const other = await addIssued(world.own, deal)
  const wrong = await operator.api.refused(act.update, reject(other, scan))
  assert.equal(wrong.code, 'common.not-found')
  assert.deepEqual(await statusOf(issued.id), ['issued', ['new', null]])
  const draft = await addDraft(world.own, deal)
  const early = await operator.api.refused(
    act.update,
    reject(draft, await attach(draft.id, '#313131')),
  )
  assert.equal(early.code, 'common.bad-transition')
})

test('each page says who checked it and when, a new one that nobody did', async () => {
  const { operator, manager } = world.own
  const issued = await addIssued(world.own, deal)
  const { id, version } = issued
  const pages = [
    await attach(id, '#404040'),
    await attach(id, '#414141'),
    await attach(id, '#424242'),
  ]
  await operator.api.send(act.update, reject(issued, pages[0]!))
  await manager.api.send(act.update, {
    body: { command: 'sign', id, version, accepted_scan_ids: [pages[1]!], without_code: true },
  })
  const names = await world.own.db.q
    .selectFrom('app_user')
    .where('id', 'in', [operator.id, manager.id])
    .select(['id', 'full_name'])
    .execute()
  const nameOf = (person: { id: string }) => names.find((row) => row.id === person.id)!.full_name
  assert.notEqual(nameOf(operator), nameOf(manager))
  const { scans } = await operator.api.send(act.get, { query: { id } })
  assert.deepEqual(
    scans.map((scan) => [scan.status, scan.checked_by_name, scan.checked_at === null]),
    [
      ['rejected', nameOf(operator), false],
      ['accepted', nameOf(manager), false],
      ['new', null, true],
    ],
  )
  for (const { created_at, checked_at } of scans.slice(0, 2)) assert.ok(checked_at! > created_at)
})

test('a page of another kind is rejected too, and none of a void act', async () => {
  const { operator, manager } = world.own
  const issued = await addIssued(world.own, deal)
  const waybill = await attach(issued.id, '#505050', 'waybill')
  const late = await attach(issued.id, '#515151')
  await operator.api.send(act.update, reject(issued, waybill))
  const { id, version } = issued
  const body = { command: 'void', id, version, reason: 'Ошибка в весе' } as const
  const asked = await operator.api.refused(act.update, { body })
  await operator.api.send(act.update, { body }, await approval(operator, asked, manager))
  assert.equal(
    (await operator.api.refused(act.update, reject(issued, late))).code,
    'common.bad-transition',
  )
  assert.deepEqual(await statusOf(id), ['void', ['rejected', reason], ['new', null]])
})

test('one page has one decision: twice in the lists is refused and leaves nothing behind', async () => {
  const { api } = world.own.operator
  const issued = await addIssued(world.own, deal)
  const scan = await attach(issued.id, '#606060')
  const { id, version } = issued
  const both = { accepted_scan_ids: [scan], rejected_scans: [{ id: scan, reason }] }
  const lists = [
    [both, { rejected_scans: 'Один лист и принят, и отклонён' }],
    [{ accepted_scan_ids: [scan, scan] }, { accepted_scan_ids: 'Один лист принят дважды' }],
    [
      { rejected_scans: [...both.rejected_scans, { id: scan, reason: 'Нет подписи' }] },
      { rejected_scans: 'Один лист отклонён дважды' },
    ],
  ] as const
  for (const [list, fields] of lists) {
    const sent = { command: 'sign', id, version, without_code: true, ...list }
    // Past the contract of the screens, as a program of another make sends it.
    const answer = await api.raw({ method: 'POST', url: act.update.path, payload: sent })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.deepEqual(answer.json().fields, fields)
  }
  assert.deepEqual(await statusOf(id), ['issued', ['new', null]])
  const events = await world.own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', world.own.id)
    .where('entity_id', '=', scan)
    .where('action', 'in', ['scan.accept', 'scan.reject'])
    .select('action')
    .execute()
  assert.deepEqual(events, [])
})

test('signing without an accepted page says what signing needs', async () => {
  const { id, version } = await addIssued(world.own, deal)
  const body = { command: 'sign', id, version } as const
  const refused = await world.own.operator.api.refused(act.update, { body })
  assert.equal(refused.code, 'act.incomplete')
  assert.equal(refused.message, 'Для подписания нужен принятый лист')
})
