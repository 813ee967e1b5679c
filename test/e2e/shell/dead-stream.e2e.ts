import { expect } from '@playwright/test'
import { standBetween, type Between } from '../../failures/tcp-between.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { browserConfig } from '../support/browser-config.ts'
import { alsoOurs, test } from '../support/held-page.ts'

test.use({ onePage: true })

let wire: Between
test.beforeAll(async () => {
  wire = await standBetween(Number(browserConfig.port))
  alsoOurs(`http://127.0.0.1:${wire.port}`)
})
test.afterAll(() => wire?.close())

test('a live stream without data on an open connection is noticed, shown and reopened @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.clock.install()
  let streams = 0
  page.on('request', (request) => {
    if (request.url().includes('/live/stream')) streams += 1
  })
  const opened = page.waitForResponse('**/api/v1/live/stream*')
  await page.goto(`http://127.0.0.1:${wire.port}/operator/acts`)
  await opened
  const rows = page.getByRole('grid', { name: 'Акты' }).getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const live = await issueAct(page.request)
  await expect(rows.filter({ hasText: live.number })).toBeVisible()

  // The connections stay open: their packets are lost from here on.
  wire.swallow(true)
  const missed = await issueAct(page.request)
  await expect(page.getByTitle('На связи')).toBeVisible()
  const before = streams
  // Two of three heartbeats are waited for; then the clock of the page is stopped, so that nothing is tried again yet.
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 40_000)
  await expect(page.getByTitle('Нет связи с сервером')).toBeVisible()
  expect(streams).toBe(before)

  wire.swallow(false)
  await page.clock.resume()
  await expect.poll(() => streams).toBeGreaterThan(before)
  await expect(page.getByTitle('На связи')).toBeVisible()
  await expect(rows.filter({ hasText: missed.number })).toBeVisible()
})
