import { expect, type BrowserContext, type Page } from '@playwright/test'
import { visitCalls } from '#contract/visit/visit.ts'
import { startProduct, type RunningProduct } from '../../yard-day/running-product.ts'
import { yardControl, type YardControl } from '../../yard-day/yard-control.ts'
import { loseAnswers } from '../support/answers.ts'
import { alsoOurs, expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { pressUntil } from '../support/weigh.ts'

const SPEED = 8
const SAVE = '**/transactions/update'
let product: RunningProduct
let yard: YardControl

// A product of its own: its server is killed, and the common one would take all other tests along.
test.beforeAll(async () => {
  product = await startProduct({ speed: SPEED, seed: 13 })
  alsoOurs(product.url)
  yard = yardControl(product.yardUrl)
})
test.afterAll(() => product?.close())

test('when the server dies in the middle of a weighing, two tabs keep their captures and send each once, in order', async ({
  context,
}) => {
  const page = await station(context)
  const second = await station(context)
  await page.bringToFront()
  await test.step('an answer that is lost after the server applied the capture', async () => {
    await arrive(page, 'А101АА77', 12_000)
    const line = await loseAnswers(page, SAVE)
    await pressUntil(page, /записано, ждёт отправки № 1/)
    await line.lost
    await shot(page, '70-waits')
    await line.mend()
    await expect(page.getByText(/12\s000\sкг: записано № /)).toBeVisible()
    await yard.leave(1)
  })
  await test.step('a capture that never left, then the server is gone', async () => {
    await arrive(page, 'В202ВВ77', 15_000)
    await context.route(SAVE, (route) => route.abort('connectionrefused'))
    await pressUntil(page, /записано, ждёт отправки № 2/)
    await page.keyboard.press('F8')
    await expect(page.getByText(/Этот вес уже записан|Нет связи с весами/).first()).toBeVisible()
    // The other tab learns of it before any key is pressed there.
    await second.getByLabel('Номер машины (F2)').fill('В202ВВ77')
    await expect(second.getByText('Этот вес уже записан: ждёт отправки № 2')).toBeVisible()
    await expect(second.getByText('Можно записывать')).toHaveCount(0)
  })
  const noted = Promise.withResolvers<void>()
  const back = product.kill('server', noted.promise)
  await context.unroute(SAVE)
  await test.step('without a server the plate is noted while the scale keeps the weight', async () => {
    await expect(page.getByText(/Нет связи с сервером\. Весы запоминают/)).toBeVisible()
    await expect(page.getByTestId('weight')).toHaveText('— —')
    await page.getByLabel('Номер машины (F2)').fill('В202ВВ77')
    await expect(page.getByText('Въезд этой машины уже записан: ждёт отправки № 2')).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByText('Ждут отправки: 1')).toBeVisible()
    await yard.leave(1)
    await yard.arrive(1, 'С303СС77', 18_000)
    await page.getByLabel('Номер машины (F2)').fill('С303СС77')
    await page.getByLabel('Поставщик, со слов').fill('Ромашка')
    await shot(page, '71-note')
    await page.keyboard.press('F8')
    await expect(page.getByText('Ждут отправки: 2')).toBeVisible()
    await expect(second.getByText('Ждут отправки: 2')).toBeVisible()
    // Nothing on the screen tells it while the server is away: the agent alone has seen the load stand still.
    await expect.poll(() => product.agentWeights()).toContain(18_000_000)
    await yard.leave(1)
  })
  noted.resolve()
  await back
  await test.step('when the server is back, waiting captures are sent, and a note becomes a visit by one press', async () => {
    await expect(page.getByText('Ждут отправки: 1')).toBeVisible()
    await expect(second.getByRole('heading', { name: /^Заезд \d/ })).toBeVisible()
    await page.getByRole('button', { name: /^Без связи: / }).click()
    await expect(page.getByText('Записано № 3:')).toBeVisible()
    await shot(page, '72-match')
    await page.getByRole('button', { name: 'Взять в заезд' }).click()
    await expectToast(page, 'Записано в заезд')
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Ждут отправки/)).toHaveCount(0)
    await expect(second.getByText(/Ждут отправки/)).toHaveCount(0)
  })
  const { items } = await product.world.own.operator.api.send(visitCalls.getIn)
  expect(items.map(({ carnumber, in_g, comment }) => [carnumber, in_g, comment])).toEqual([
    ['А101АА77', 12_000_000, null],
    ['В202ВВ77', 15_000_000, null],
    ['С303СС77', 18_000_000, 'Ромашка'],
  ])
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
