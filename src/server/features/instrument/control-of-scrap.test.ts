import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { instrument, type Instrument } from '#contract/act/instrument.ts'
import { instrumentChange } from '#contract/act/instrument-change.ts'
import type { BodyInput } from '#contract/core/call.ts'
import { report } from '#contract/report/report.ts'
import { actCommands, addDeal, addDraft, type ActSave } from '#test/builders/act-forms.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
await holdReports(world)
const { own, other } = world
const { api } = own.operator
const deal = await addDeal(own)
const { send, refused } = actCommands(own.operator)

const all = async (of: TestCompany = own) =>
  (await of.operator.api.send(instrument.getAll, { query: {} })).items
/** The instrument that every company of the world has. */
const [usual] = (await all()) as [Instrument]
const DAY_MS = 86_400_000
const dayFromNow = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

type New = BodyInput<typeof instrumentChange.create>
const add = (fields: Partial<New> = {}) =>
  api.send(instrumentChange.create, {
    body: {
      model: 'ДРГ-01Т1',
      serial_number: '77',
      verified_on: dayFromNow(-30),
      valid_until: dayFromNow(300),
      background_usv_h_milli: 100,
      responsible: 'Гусев О. Р.',
      ...fields,
    },
  })
/** By its present version. */
async function change(
  id: string,
  fields: Omit<BodyInput<typeof instrumentChange.update>, 'id' | 'version'>,
) {
  const { version } = (await all()).find((one) => one.id === id)!
  return api.send(instrumentChange.update, { body: { id, version, ...fields } })
}

const draftOf = (fields: Partial<ActSave> = {}) => addDraft(own, deal, own.operator, fields)
const TICKS = { radiation: { done: true }, explosion: { done: true } } as const
const issue = ({ id, version }: { id: string; version: number }) =>
  ({ command: 'issue', id, version }) as const

test('ticks alone are completed by the instrument of the site, and the printed act says all of it', async () => {
  const draft = await draftOf(TICKS)
  const { time, ...radiation } = draft.radiation
  assert.deepEqual(radiation, {
    done: true,
    instrument_id: usual.id,
    background_usv_h_milli: 110,
    usv_h_milli: 110,
    at: dayFromNow(0),
    by: 'Иванова Н. П.',
    instrument: 'МКС-01СА1М № 1234',
    verified_on: '2024-01-10',
    valid_until: '2099-12-31',
    instrument_certificate: null,
  })
  assert.match(time!, /^\d\d:\d\d$/)
  assert.deepEqual(draft.explosion, {
    done: true,
    certificate: null,
    at: dayFromNow(0),
    by: 'Иванова Н. П.',
  })
  const issued = await send(issue(draft))
  await change(usual.id, { verified_on: '2026-02-02' })
  const { html } = await api.send(act.getBody, { query: { actId: issued.id } })
  const text = html.replaceAll(/<[^>]+>|\s+/g, ' ')
  assert.match(text, /МКС-01СА1М № 1234/)
  assert.match(text, /от 10\.01\.2024, действует до 31\.12\.2099/)
  assert.match(text, /в норме, загрязнения не обнаружено: фон 0,11 мкЗв\/ч, показание не выше фона/)
  assert.match(text, /взрывоопасных предметов не найдено/)
  const card = await api.send(act.get, { query: { id: issued.id } })
  assert.equal(card.radiation.verified_on, '2024-01-10', 'an issued act keeps what it said')
})

test('an instrument whose verification has ended blocks issuing in words, a verified one is taken instead', async () => {
  await change(usual.id, { valid_until: dayFromNow(-1) })
  const draft = await draftOf(TICKS)
  const refusal = await refused(issue(draft))
  assert.equal(refusal.code, 'act.incomplete')
  assert.match(
    refusal.fields!['radiation.instrument_id']!,
    /^Поверка прибора МКС-01СА1М № 1234 закончилась \d\d\.\d\d\.\d{4}: проведите поверку или/,
  )
  const backdated = await draftOf({ ...TICKS, radiation: { done: true, at: dayFromNow(-2) } })
  assert.ok('radiation.instrument_id' in (await refused(issue(backdated))).fields!)
  const spare = await add()
  const saved = await send({ command: 'save', id: draft.id, version: draft.version, ...TICKS })
  assert.equal(saved.radiation.instrument_id, spare.id)
  assert.equal((await send(issue(saved))).status, 'issued')
  await change(spare.id, { status: 'archived' })
  const archived = await draftOf({ ...TICKS, radiation: { done: true, instrument_id: spare.id } })
  assert.match((await refused(issue(archived))).fields!['radiation.instrument_id']!, /в архиве/)
  await change(usual.id, { valid_until: '2099-12-31' })
})

test('a verification that has not been yet is refused, whoever types it first', async () => {
  const verified_on = dayFromNow(1)
  const made = await api.refused(instrumentChange.create, {
    body: {
      model: 'ДРГ-01Т1',
      serial_number: '78',
      verified_on,
      valid_until: dayFromNow(300),
      background_usv_h_milli: 100,
      responsible: 'Гусев О. Р.',
    },
  })
  assert.deepEqual(made.fields, { verified_on: 'Этот день ещё не наступил' })
  const { id, version } = (await all())[0]!
  const body = { id, version, verified_on }
  const changed = await api.refused(instrumentChange.update, { body })
  assert.deepEqual(changed.fields, { verified_on: 'Этот день ещё не наступил' })
})

test('the last day of a verification is still a day of it', async () => {
  await change(usual.id, { valid_until: dayFromNow(0) })
  assert.equal((await send(issue(await draftOf(TICKS)))).status, 'issued')
  await change(usual.id, { valid_until: '2099-12-31' })
})

test('without an instrument no acceptance act is issued, an act of other goods is', async () => {
  const { id } = usual
  await change(id, { status: 'archived' })
  const draft = await draftOf(TICKS)
  assert.match(
    (await refused(issue(draft))).fields!['radiation.instrument_id']!,
    /Нет прибора радиационного контроля/,
  )
  const positions = [{ product_id: deal.products.pallet.id, qty: 2 }]
  const pieces = await draftOf({ lines: [], positions, radiation: { done: false } })
  assert.equal((await send(issue(pieces))).kind, 'op5')
  await change(id, { status: 'active' })
})

test('a reading above the limit is never issued as clean, and stays in the journal whatever is typed over it', async () => {
  const measured = (usv_h_milli: number) => ({ ...TICKS, radiation: { done: true, usv_h_milli } })
  const at = await draftOf(measured(310))
  assert.equal(
    (await send(issue(at))).status,
    'issued',
    '0,2 above the background is within the limit',
  )
  const draft = await draftOf(measured(311))
  assert.deepEqual(
    draft.flags.map(({ code }) => code),
    ['radiation_alarm'],
  )
  const refusal = await refused(issue(draft))
  assert.match(
    refusal.fields!['radiation.usv_h_milli']!,
    /0,311 мкЗв\/ч при фоне 0,11.*не принимают/,
  )
  const again = await send({
    command: 'save',
    id: draft.id,
    version: draft.version,
    radiation: { done: true, usv_h_milli: 311 },
  })
  const { id, version } = again
  const calmed = await send({ command: 'save', id, version, ...measured(120) })
  const issued = await send(issue(calmed))
  assert.ok(
    issued.flags.some(({ code }) => code === 'radiation_alarm'),
    'a manager has to look',
  )
  const lines = await journal()
  const ofAct = lines.filter((line) => line['Акт'] === issued.number)
  assert.deepEqual(ofAct.map((line) => [line['Показание, мкЗв/ч'], line['Результат']]).toSorted(), [
    ['0,12', 'в норме'],
    ['0,311', 'ТРЕВОГА: радиация'],
  ])
})

test('a background that is typed as high as the reading hides no alarm', async () => {
  for (const level of [311, 5000]) {
    const radiation = { done: true, background_usv_h_milli: level, usv_h_milli: level }
    const draft = await draftOf({ ...TICKS, radiation })
    assert.deepEqual(
      draft.flags.map(({ code }) => code),
      ['radiation_alarm'],
    )
    const words = (await refused(issue(draft))).fields!['radiation.usv_h_milli']!
    assert.match(words, /при фоне 0,11.*не принимают/)
  }
  await change(usual.id, { background_usv_h_milli: 5000 })
  const radiation = { done: true, usv_h_milli: 5000 }
  const draft = await draftOf({ ...TICKS, radiation })
  const words = (await refused(issue(draft))).fields!['radiation.usv_h_milli']!
  assert.match(words, /5,00 мкЗв\/ч при фоне 0,30/)
  await change(usual.id, { background_usv_h_milli: 110 })
})

async function journal(of: TestCompany = own): Promise<Record<string, string>[]> {
  const params = { date_from: dayFromNow(-1), date_to: dayFromNow(1) }
  const [head, ...rows] = await orderCsv(world, of.operator, 'radiation_journal', params, of.id)
  return rows.map((row) => Object.fromEntries(head!.map((title, i) => [title, row[i]!])))
}

test('a load that is turned away is entered without an act; nothing takes it out', async () => {
  const body = {
    kind: 'radiation' as const,
    client_id: '0190a8f0-0000-7000-8000-00000000a1a1',
    instrument_id: usual.id,
    usv_h_milli: 900,
    carnumber: 'А001АА77',
    note: 'Машина не принята',
  }
  await api.send(instrumentChange.recordAlarm, { body })
  await api.send(instrumentChange.recordAlarm, { body })
  const low = { ...body, client_id: undefined, usv_h_milli: 200 }
  const refusal = await api.refused(instrumentChange.recordAlarm, { body: low })
  assert.match(refusal.fields!['usv_h_milli']!, /в пределах нормы/)
  await api.send(instrumentChange.recordAlarm, {
    body: { kind: 'explosion', found_by: 'Гусев О. Р.', note: 'Найден снаряд' },
  })
  const nobody = { kind: 'explosion' as const, note: 'Найден снаряд' }
  assert.ok(
    'found_by' in (await api.refused(instrumentChange.recordAlarm, { body: nobody })).fields!,
  )
  const alarms = (await journal()).filter((line) => line['Машина'] === 'А001АА77')
  assert.deepEqual(
    alarms.map((line) => [line['Показание, мкЗв/ч'], line['Кто измерил'], line['Примечание']]),
    [['0,90', 'Иванова Н. П.', 'Машина не принята']],
  )
  assert.equal((await journal()).filter((line) => line['Взрывоопасное'] === 'НАЙДЕН').length, 1)
  await assert.rejects(own.db.q.deleteFrom('control_alarm').execute())
})

test('the journal is printed with its instruments, of the own company alone', async () => {
  const params = { date_from: dayFromNow(-1), date_to: dayFromNow(1) }
  const query = { kind: 'control_journal', params }
  const { html } = await api.send(report.getDocument, { query })
  assert.match(html, /ЖУРНАЛ РАДИАЦИОННОГО КОНТРОЛЯ/)
  assert.match(html, /ТРЕВОГА: радиация/)
  assert.match(html, /ДРГ-01Т1/)
  assert.match(html, /тревог: 6\./)
  assert.equal(html.split('Площадка 1').length, 2, 'one site is named once, in the head')
  const site = { company_id: own.id, id: uuidv7(), name: 'Второй двор', address: 'г. Тула' }
  await own.db.q.insertInto('site').values(site).execute()
  const found = { found_by: 'Гусев О. Р.', note: 'Найден снаряд' }
  const body = { kind: 'explosion' as const, site_id: site.id, ...found }
  await api.send(instrumentChange.recordAlarm, { body })
  const both = (await api.send(report.getDocument, { query })).html
  assert.match(both, /Второй двор. Найден снаряд/)
  assert.ok(both.split('Площадка 1').length > 2, 'of two sites each line names its own')
  const foreign = await other.operator.api.send(report.getDocument, { query })
  assert.doesNotMatch(foreign.html, /ДРГ-01Т1|ТРЕВОГА/)
  assert.deepEqual(await journal(other), [])
})

test('instruments of one company are its own; one is entered once and its dates stand in their order', async () => {
  const [foreign] = await all(other)
  const { id, version } = foreign!
  const answer = await api.refused(instrumentChange.update, {
    body: { id, version, model: 'Чужой' },
  })
  assert.equal(answer.code, 'common.not-found')
  const radiation = { done: true, instrument_id: id }
  const { supplier_id } = await draftOf()
  const stranger = { command: 'save' as const, supplier_id, radiation }
  assert.equal((await refused(stranger)).code, 'common.not-found')
  const same = { model: usual.model, serial_number: usual.serial_number }
  const made = await add({ serial_number: '78' })
  const body = { id: made.id, version: made.version }
  const twice = await api.refused(instrumentChange.update, { body: { ...body, ...same } })
  assert.equal(twice.code, 'instrument.duplicate')
  const late = await api.refused(instrumentChange.update, {
    body: { ...body, valid_until: dayFromNow(-31) },
  })
  assert.equal(late.code, 'instrument.verification-order')
  await change(made.id, { valid_until: dayFromNow(30) })
  await change(usual.id, { valid_until: dayFromNow(-1) })
  const states = (await all()).map((one) => [one.serial_number, one.verification])
  assert.deepEqual(states.toSorted(), [
    ['1234', 'ended'],
    ['77', 'valid'],
    ['78', 'ending'],
  ])
})
