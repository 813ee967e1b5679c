import { expect, type Page } from '@playwright/test'
import { uuidv7 } from '#server/db/uuid.ts'
import { openDirectLine, type DirectLine } from '../../site/direct-line.ts'
import { startProduct, type RunningProduct } from '../../yard-day/running-product.ts'
import { yardControl, type YardControl } from '../../yard-day/yard-control.ts'
import { holdBack } from '../support/answers.ts'
import { alsoOurs, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { weigh } from '../support/weigh.ts'

// The agent's certificate is self-signed; that of a real site is trusted by its browsers.
test.use({ ignoreHTTPSErrors: true })

let direct: DirectLine
let product: RunningProduct
let yard: YardControl

test.beforeAll(async () => {
  direct = await openDirectLine()
  product = await startProduct({
    speed: 8,
    seed: 35,
    // Without a camera that reads plates nobody is asked for one.
    cameras: true,
    serverEnv: { DEVICE_ORIGINS: direct.origin },
    agentEnv: direct.agentEnv,
  })
  for (const address of [product.url, direct.origin]) alsoOurs(address)
  yard = yardControl(product.yardUrl)
  const { own } = product.world
  const entry = { company_id: own.id, url: `${direct.origin}/api/v1/` }
  await own.db.q
    .insertInto('route_entry')
    .values((['weight', 'carnumber'] as const).map((tag) => ({ ...entry, tag, id: uuidv7() })))
    .execute()
})
test.afterAll(async () => {
  await product?.close()
  await direct?.close()
})

test('the weight comes from the agent itself, through the server while it does not answer, and from it again @web', async ({
  page,
}) => {
  const { token } = product.world.own.operator.api
  await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token!)
  await page.goto(`${product.url}/operator/weight`)
  await expect(page.getByTestId('weight')).toHaveText('0')
  const relayed = page.getByText('показания идут через сервер')
  await comesFromAgent()
  await arrive(page, 'М660ММ77', 7500)
  await weigh(page, 7500)
  await expect(relayed).toHaveCount(0)

  direct.line.cut(true)
  await expect(relayed).toBeVisible()
  await shot(page, '80-relayed')
  await yard.leave(1)
  await expect(page.getByTestId('weight')).toHaveText('0')
  const given = direct.bytes()
  await arrive(page, 'Н770НН77', 8200)
  await expect(page.getByTestId('weight')).toHaveText(/^8\s200$/)
  expect(direct.bytes()).toBe(given)

  direct.line.cut(false)
  await expect(relayed).toHaveCount(0)
  await comesFromAgent()
  await weigh(page, 8200)
  await yard.leave(1)
})

test('a late answer of a directly asked agent is awaited with a message and used @web', async ({
  page,
}) => {
  const { token } = product.world.own.operator.api
  await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token!)
  const plate = '/api/v1/carnumber/get_carnumber*'
  const letAgentGo = await holdBack(page, direct.origin + plate)
  const letServerGo = await holdBack(page, product.url + plate)
  const asked = page.waitForRequest(direct.origin + plate)
  await page.goto(`${product.url}/operator/weight`)
  await expect(page.getByTestId('weight')).toHaveText('0')
  await yard.arrive(1, 'Т880ТТ77', 9100)
  await asked
  const agentIsSilent = page.getByText('Компьютер у весов не отвечает. Ждём ответа.')
  const relayed = page.waitForRequest(product.url + plate)
  await expect(agentIsSilent).toBeVisible()
  const again = page.getByRole('button', { name: 'Спросить ещё раз' })
  await expect(again).toBeVisible()
  await shot(page, '81-silent-agent')
  // The server is asked as well; it does not answer either, and nothing is given up.
  await relayed
  await expect(page.getByText('Сервер не отвечает. Ждём ответа.')).toBeVisible()
  await expect(again).toBeVisible()
  // The weight goes on meanwhile.
  await expect(page.getByTestId('weight')).toHaveText(/^9\s100$/)
  // The late answer is an answer: the screen no longer waits for the server.
  letAgentGo()
  await expect(again).toHaveCount(0)
  letServerGo()
  await yard.leave(1)
})

async function comesFromAgent(): Promise<void> {
  const before = direct.bytes()
  await expect.poll(direct.bytes).toBeGreaterThan(before)
}

/** A vehicle comes to rest and its plate is typed. */
async function arrive(page: Page, plate: string, kilograms: number): Promise<void> {
  await yard.arrive(1, plate, kilograms)
  await page.getByLabel('Номер машины (F2)').fill(plate)
  await page.keyboard.press('Tab')
}
