import { expect, type Page } from '@playwright/test'
import type { PlannedPayment } from '#contract/payment/pay-day.ts'
import { stepsOf } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { test } from '../support/held-page.ts'
import { phoneShot } from '../support/page.ts'

test.use({ onePage: true })

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }))

/** Elements that scroll sideways by themselves; the page as a whole is held in `phone.e2e.ts`. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#content *')]
      .filter(
        (one) =>
          /auto|scroll/.test(getComputedStyle(one).overflowX) &&
          one.scrollWidth > one.clientWidth + 1,
      )
      .map((one) => one.className),
  )

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test("the owner's home says roubles, trucks and prices, and nothing in it scrolls by itself @web", async ({
  page,
}) => {
  await enterAs(page, 'owner')
  await page.goto('/operator')
  const bought = region(page, /^Закупки/)
  await expect(bought.getByRole('link', { name: /^К прайсу/ })).toBeVisible()
  const waiting = region(page, 'Требует внимания').getByRole('link', { name: /ждут отправки/ })
  await expect(waiting).toContainText('₽')
  const yard = region(page, 'Очередь на территории')
  const vehicle = yard.getByRole('listitem').filter({ has: page.locator('img') })
  await expect(vehicle.first()).toContainText('кг')
  await phoneShot(page, 'owner-home')
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('[data-half]')].filter(
      (part) => part.scrollHeight > part.clientHeight + 1,
    ),
  )
  expect(clipped).toHaveLength(0)
  expect(await sideways(page)).toEqual([])
  await accessibleInBothThemes(page, "the owner's home on a phone")
  const picture = vehicle.first().getByRole('button')
  const plate = (await picture.getAttribute('aria-label'))!.split(':')[0]!
  await picture.click()
  await expect(page.getByRole('dialog', { name: plate }).locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await bought.getByText('Месяц', { exact: true }).click()
  await expect(page).toHaveURL(/\/operator\?period=month$/)
  await expect(region(page, /^Закупки с 01\./)).toBeVisible()
})

test('a payment that waits shows the manager what it is decided on, above its button @web', async ({
  page,
}) => {
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'operator')}` }
  const plan = await page.request.get('/api/v1/payment/planDay', { headers })
  const { payments } = (await plan.json()) as { payments: PlannedPayment[] }
  const due = payments.find(
    ({ problem, method_kind }) => problem === null && method_kind === 'sbp',
  )!
  const operator = await stepsOf(page.request, 'operator')
  const id = crypto.randomUUID()
  const acts = due.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop }))
  const { supplier_id, payment_method_id, amount_kop } = due
  const row = { id, supplier_id, payment_method_id, acts, amount_kop }
  await operator('post', 'payment/savePayments', { payments: [row] })
  await enterAs(page, 'manager')
  await page.goto(`/operator/payments?id=${id}`)
  const prices = page.getByRole('heading', { name: 'Цены и прайс' })
  await expect(prices).toBeVisible()
  const pictures = page.getByRole('heading', { name: 'Снимки взвешиваний' }).locator('..')
  await expect(pictures.locator('img').first()).toBeVisible()
  await phoneShot(page, 'payment-decision')
  const order = await page.evaluate(() => {
    const heights = ['h4', 'button'].map((name) =>
      [...document.querySelectorAll<HTMLElement>(name)]
        .find((one) => ['Снимки взвешиваний', 'Отправить'].includes(one.innerText.trim()))!
        .getBoundingClientRect(),
    )
    return heights.map(({ top }) => top)
  })
  expect(order[0]).toBeLessThan(order[1]!)
  expect(await sideways(page)).toEqual([])
  // The company of the demo is shared by all journeys.
  await operator('post', 'payment/cancelPayments', { ids: [id], reason: 'Пробная выплата' })
})

test('exceptions of acts show the pictures of their trucks @web', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/operator/reports?tab=exceptions')
  const rows = region(page, 'Исключения').locator('tbody tr')
  const act = rows.filter({ hasText: 'Акт закупки' }).filter({ has: page.locator('img') })
  await act.first().scrollIntoViewIfNeeded()
  await expect(act.first()).toBeVisible()
  await phoneShot(page, 'exceptions-pictures')
})

test('a question with many columns and the price list are read without a sideways scroll @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/reports?order=average_prices')
  await expect(page.getByRole('heading', { name: 'Куда ушли деньги' })).toBeVisible()
  const row = page.locator('tbody tr').first()
  await expect(row).toContainText('₽')
  await expect(row.locator('[data-label="Цена прайса:"]')).toBeVisible()
  expect(await sideways(page)).toEqual([])
  await phoneShot(page, 'question')
  await page.goto('/operator/price')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  expect(await sideways(page)).toEqual([])
  await phoneShot(page, 'prices')
})
