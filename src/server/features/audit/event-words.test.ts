import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { entities } from '#contract/core/entities.ts'
import { describeChanges, listChanges } from './describe-changes.ts'
import { actionWords, entityWords } from './event-words.ts'

const server = path.join(import.meta.dirname, '../..')

test('every kind of record has Russian words, and an unknown code is shown as it is', () => {
  for (const entity of entities) assert.match(entityWords(entity), /^[А-ЯЁ]/, entity)
  assert.equal(actionWords('old.code'), 'old.code')
  assert.equal(actionWords('instrumentChange.update'), 'Изменён прибор контроля')
})

test('the fields of the first purchase and of the first set-up have Russian titles', () => {
  const after = { transaction_ids: [1], site_id: 1, lines: [1], weight_act_id: 1, gost_category: 1 }
  assert.equal(
    listChanges({}, { ...after, verification_doc: 1, own: 1 }),
    'Заезды, Площадка, Строки, Весовой акт, Категория ГОСТ, Свидетельство о поверке, own',
  )
})

test('codes of fields are told in Russian, by what the event is about', () => {
  const told = (entity: string, after: object) =>
    describeChanges({}, after, { entity, timezone: 'Europe/Moscow' }).map(
      ({ title, after: text }) => `${title}: ${text}`,
    )
  assert.deepEqual(told('user', { status: 'blocked', roles: ['OPERATOR', 'MANAGER'] }), [
    'Статус: Заблокирован',
    'Роли: Оператор, Управляющий',
  ])
  assert.deepEqual(told('supplier', { status: 'blocked', type: 'ip' }), [
    'Статус: Стоп-лист',
    'Вид: ИП',
  ])
  assert.deepEqual(told('session', { way: 'passkey' }), ['Способ входа: ключ'])
  assert.deepEqual(told('webhook', { status: 'stopped', url: 'status' }), [
    'Статус: Остановлено',
    'Адрес: status',
  ])
})

test('every field that is written into an event has a title', () => {
  const fields = globSync('features/**/*.ts', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(server, file), 'utf8'))
    .filter((text) => text.includes('addAuditEvent('))
    .flatMap((text) => [...text.matchAll(/\b(?:before|after): \{([^{}()]*)\}/g)])
    .flatMap(([, body]) => body!.split(','))
    .flatMap((item) => /^\s*([a-z_0-9]+)\s*(?::|$)/.exec(item)?.[1] ?? [])
  assert.ok(fields.length >= 90, `only ${fields.length} fields found`)
  const untitled = fields.filter((field) => listChanges({}, { [field]: 1 }) === field)
  assert.deepEqual([...new Set(untitled)], [])
})
