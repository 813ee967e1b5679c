import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { audit } from '#contract/audit/audit.ts'
import { device } from '#contract/device/device.ts'
import { deviceSetUp, type DeviceInput } from '#contract/device/device-set-up.ts'
import { addDevices } from '#test/site/yard-devices.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { api } = own.manager
const ids = await addDevices(own)

const save = (input: object) =>
  api.send(deviceSetUp.superSaveDevice, {
    body: { companyId: own.id, device: input as DeviceInput },
  })
async function told(id: string): Promise<string> {
  const { items } = await api.send(audit.getEvents, { query: { filter: { entity_id: id } } })
  const words = items[0]!.sentence.map(({ text }) => text).join('')
  return words.replaceAll('\u00a0', ' ').replace(/^.*? (?=изменил|добавил|удалил)/, '')
}
const SCALE = {
  id: ids['scale1'],
  kind: 'scale',
  driver: 'tenso-m',
  code: 1,
  title: 'Весы 1',
  post: 1,
  connection: { transport: { type: 'tcp', host: '127.0.0.1', port: 9 }, settings: {} },
  max_g: 60_000_000,
  d_g: 20_000,
  e_g: 20_000,
}

test('a changed device is one sentence: its name, first where and how it is read, from what to what', async () => {
  const connection = {
    transport: { type: 'tcp', host: '127.0.0.1', port: 11_990 },
    settings: { unit: 't' },
  }
  await save({ ...SCALE, connection, presence_g: 300_000, code: 9, title: 'Весы у ворот' })
  assert.equal(
    await told(ids['scale1']!),
    'изменила устройство Весы у ворот: Адрес 127.0.0.1:9 → 127.0.0.1:11990; Подключение Единица: килограммы → Единица: тонны; Порог груза 200 кг → 300 кг; Код 1 → 9; Название Весы 1 → Весы у ворот',
  )
  await save({ ...SCALE, driver: 'mettler', connection: undefined, code: 9, disabled: true })
  assert.match(
    await told(ids['scale1']!),
    /^изменила устройство Весы 1: Протокол Тензо-М → Mettler Toledo.*; .*Отключено Нет → Да; Порог груза 300 кг → 200 кг; Название/,
  )
})

test('posts stand there by their titles, and what is gone is named as it was', async () => {
  const camera = {
    id: ids['camera1'],
    kind: 'camera',
    driver: 'snapshot',
    code: 1,
    title: 'Спереди',
    post: 2,
  }
  await save({
    ...camera,
    connection: { url: 'http://127.0.0.1:9/picture', user: 'a', password: 'b' },
  })
  assert.equal(
    await told(ids['camera1']!),
    'изменила устройство Спереди: Подключение нет → Пользователь: a; Пароль: •••; Пост 1. Пост 1 → 2. Пост 2',
  )
  const { devices } = await save({
    ...camera,
    id: undefined,
    code: 8,
    title: 'Обзор',
    connection: { url: 'http://127.0.0.1:9/8' },
  })
  const { id } = devices.find(({ title }) => title === 'Обзор')!
  assert.equal(
    await told(id),
    'добавила устройство Обзор: Адрес http://127.0.0.1:9/8; Протокол Снимок по адресу; Пост 2. Пост 2; Площадка Площадка 1; Отключено Нет; Код 8; Вид Камера; Название Обзор',
  )
  await save({ ...camera, id, code: 7, title: 'Обзор' })
  await api.send(device.superDeleteDevice, { query: { companyId: own.id, deviceId: id } })
  const { items } = await api.send(audit.getEvents, { query: { filter: { entity_id: id } } })
  assert.deepEqual(
    items.slice(0, 2).map(({ sentence }) =>
      sentence
        .map(({ text }) => text)
        .join('')
        .replace(/^.*? (?=изм|уда)/, ''),
    ),
    ['удалила устройство Обзор', 'изменила устройство Обзор: Код 8 → 7'],
  )
})

test('a post tells its kind in words, and nothing that it keeps', async () => {
  const { posts } = await api.send(device.superGetYard, { query: { companyId: own.id } })
  const { id, title } = posts.find(({ number }) => number === 1)!
  const post = { id, number: 1, title, kind: 'platform' as const }
  await api.send(device.superSavePost, { body: { companyId: own.id, post } })
  assert.equal(await told(id), 'изменила пост 1. Пост 1: Вид Автомобильный → Платформа')
})
