import { expect, type BrowserContext, type Page } from '@playwright/test'
import { files } from '#contract/file/file.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg } from '../../builders/pictures.ts'
import { standBetween, type Between } from '../../failures/tcp-between.ts'
import { startProduct, type RunningProduct } from '../../yard-day/running-product.ts'
import { yardControl, type YardControl } from '../../yard-day/yard-control.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { loseAnswers } from '../support/answers.ts'
import { alsoOurs, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { pressUntil, weigh } from '../support/weigh.ts'

const SPEED = 8
let product: RunningProduct
let yard: YardControl
let wire: Between

// A product of its own: its agent is killed and its lines are cut.
test.beforeAll(async () => {
  product = await startProduct({
    speed: SPEED,
    seed: 34,
    cameras: true,
    between: { server: async (port) => (wire = await standBetween(port)).port },
  })
  alsoOurs(product.url)
  yard = yardControl(product.yardUrl)
})
test.afterAll(async () => {
  await product?.close()
  await wire?.close()
})

test('an agent killed in the middle of a weighing is shown as offline, and weighing continues when it is back @web', async ({
  context,
}) => {
  const page = await station(context)
  await arrive(page, 'А110АА77', 12_000)
  const seen = Promise.withResolvers<void>()
  const back = product.kill('agent', seen.promise)
  await expect(page.getByTestId('weight')).toHaveText('— —')
  await expect(page.getByRole('alert').first()).toContainText('Нет связи с площадкой')
  await expect(page.getByRole('alert').first()).toContainText('Вес вернётся на экран сам')
  await page.keyboard.press('F8')
  await expect(page.getByText('Нет связи с весами').first()).toBeVisible()
  await shot(page, '74-agent-died')
  seen.resolve()
  await back
  await expect(page.getByTestId('weight')).toHaveText('12 000')
  await expect(page.getByText('Нет связи с площадкой')).toHaveCount(0)
  await weigh(page, 12_000)
  await yard.leave(1)
})

test('when the line to the yard is restored, loads weighed meanwhile are offered @web', async ({
  context,
}) => {
  const page = await station(context)
  wire.cut(true)
  await expect(page.getByTestId('weight')).toHaveText('— —')
  await expect(page.getByRole('alert').first()).toContainText('Нет связи с площадкой')
  await yard.arrive(1, 'В220ВВ77', 15_000)
  // No screen can show it: the agent alone has seen the load.
  await expect.poll(() => product.agentWeights()).toContain(15_000_000)
  await yard.leave(1)
  wire.cut(false)
  await expect(page.getByTestId('weight')).toHaveText('0')
  await page.getByRole('button', { name: /^Без связи: 1/ }).click()
  await expect(page.getByRole('dialog').getByText(/15\s000\sкг/)).toBeVisible()
  await shot(page, '75-line-was-cut')
})

// That a missing picture marks the visit and never blocks it is proved by `visit.test.ts`.
if (IS_LONG)
  test('with a dead camera the weight is recorded without its picture, and later pictures come again @web', async ({
    context,
  }) => {
    const page = await station(context)
    const front = page.getByRole('img', { name: 'Камера: Спереди' })
    await expect(front).toBeVisible()
    await yardFault({ do: 'camera_off', channel: 1 })
    try {
      await expect(page.getByText('Нет снимка').first()).toBeVisible()
      await expect(page.getByText(/снимка этой камеры не будет/)).toBeVisible()
      await arrive(page, 'С330СС77', 18_000)
      await weigh(page, 18_000)
      await shot(page, '76-camera-dead')
    } finally {
      await yardFault({ do: 'camera_off', channel: 1, on: false })
    }
    await expect(front).toBeVisible()
    await expect(page.getByText(/снимка этой камеры не будет/)).toHaveCount(0)
    await yard.leave(1)
  })

// The rule, its PIN and its mark are proved by `platform.test.ts`.
if (IS_LONG)
  test('an expired tare is shown with its day, and closes the visit with the PIN of another person @web', async ({
    context,
  }) => {
    const { own } = product.world
    const plate = 'К550КК77'
    await own.db.q
      .insertInto('stored_tare')
      .values({
        company_id: own.id,
        id: uuidv7(),
        plate,
        tare_g: 4_000_000,
        approver_id: own.manager.id,
        reason: 'Взвешена пустой',
        captured_at: '2026-01-10T09:00:00Z',
        expires_at: '2026-02-09T09:00:00Z',
      })
      .execute()
    const page = await station(context)
    await arrive(page, plate, 9500)
    await weigh(page, 9500)
    await page.getByLabel(/^Тара 4\s000\sкг от 10\.01\.2026, просрочена$/).check()
    await expect(page.getByText('Тара просрочена: понадобится пин-код')).toBeVisible()
    const pin = page.getByRole('textbox', { name: 'Пин-код' })
    await page.keyboard.press('F8')
    await expect(page.getByRole('dialog')).toContainText('Просроченная тара')
    await shot(page, '79-expired-tare')
    await pin.fill(own.manager.pcode)
    await expect(page.getByRole('row', { name: /^Нетто 5\s500\sкг$/ })).toBeVisible()
    await expect(page.getByText('Тара просрочена', { exact: true })).toBeVisible()
    await expect(page.getByText('По таре')).toBeVisible()
    await yard.leave(1)
  })

test('pictures of a visit wait with its weight while the network is away, and each is stored once @web', async ({
  context,
}) => {
  const page = await station(context)
  await arrive(page, 'Е440ЕЕ77', 14_000)
  await context.route('**/transactions/update', (route) => route.abort('connectionrefused'))
  await context.route('**/files/save*', (route) => route.abort('connectionrefused'))
  await pressUntil(page, /записано, ждёт отправки № 1/)
  await attach(page, '#a03020')
  await expect(page.getByText('Фото ждут отправки: 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ждут отправки: 2' })).toBeVisible()
  await shot(page, '77-photo-waits')
  await context.unroute('**/transactions/update')
  // The server keeps the picture, its answer is lost: the same picture comes again.
  await context.unroute('**/files/save*')
  const line = await loseAnswers(context, '**/files/save*')
  await expect(page.getByRole('heading', { name: /^Заезд \d/ })).toBeVisible()
  await line.lost
  await expect(page.getByRole('button', { name: 'Ждут отправки: 1' })).toBeVisible()
  await line.mend()
  await expect(page.getByText(/Ждут отправки|Фото ждут/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /приложено$/ })).toHaveCount(1)
  await attach(page, '#2030a0')
  await expect(page.getByRole('button', { name: /приложено$/ })).toHaveCount(2)
  await shot(page, '78-photos-kept')
  const { api } = product.world.own.operator
  const { items } = await api.send(visitCalls.getIn)
  const visit = items.find(({ carnumber }) => carnumber === 'Е440ЕЕ77')
  const kept = await api.send(files.getAll, {
    query: { filter: { entity: ['transaction'], entity_id: visit!.id } },
  })
  const added = kept.items.filter(({ camera }) => camera === null)
  expect(added.map(({ kind }) => kind)).toEqual(['photo', 'photo'])
})

async function station(context: BrowserContext): Promise<Page> {
  const { token } = product.world.own.operator.api
  const page = await context.newPage()
  await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token!)
  await page.goto(`${product.url}/operator/weight`)
  await expect(page.getByTestId('weight')).toHaveText('0')
  return page
}

/** A vehicle comes to rest and its plate is typed. */
async function arrive(page: Page, plate: string, kilograms: number): Promise<void> {
  await yard.arrive(1, plate, kilograms)
  await page.getByLabel('Номер машины (F2)').fill(plate)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Можно записывать')).toBeVisible()
}

async function attach(page: Page, colour: string): Promise<void> {
  const picture = { name: 'груз.jpg', mimeType: 'image/jpeg', buffer: await jpeg(colour) }
  await page.getByLabel('Приложить фото').setInputFiles(picture)
}

async function yardFault(command: object): Promise<void> {
  const answer = await fetch(`${product.yardUrl}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  expect(answer.ok).toBe(true)
}
