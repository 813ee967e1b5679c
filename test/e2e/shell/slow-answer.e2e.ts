import { expect } from '@playwright/test'
import { holdBack } from '../support/answers.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { programFile } from '../support/program-file.ts'

test.use({ onePage: true })

const SILENT = 'Сервер не отвечает.'
const VALIDATE = '**/api/v1/auth/validateJWT'

test('a list without an answer shows that it waits, and asks again on request @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  let asked = 0
  await page.route('**/api/v1/act/getAllActs*', (route) => {
    asked += 1
    // The first two questions, for rows and totals, stay without an answer.
    return asked > 2 ? route.continue() : undefined
  })
  await page.goto('/operator/acts')
  await expect(page.getByText(SILENT)).toBeVisible()
  await shot(page, 'silent-list')
  await page.getByRole('button', { name: 'Спросить ещё раз' }).click()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByText(SILENT)).toHaveCount(0)
})

test('a screen whose code does not load shows that it waits, and opens when it does @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Рабочее место')
  const letGo = await holdBack(page, programFile('features/file/document-list-page.tsx'))
  await page.getByRole('navigation').getByRole('link', { name: 'Документы' }).click()
  await expect(page.getByText(SILENT)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Спросить ещё раз' })).toBeVisible()
  await shot(page, 'silent-program')
  letGo()
  await expect(title).toHaveText('Документы')
  await expect(page.getByText(SILENT)).toHaveCount(0)
})

test('a start without an answer shows that it waits, and continues with a late answer @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  const letGo = await holdBack(page, VALIDATE)
  await page.goto('/operator/acts')
  await expect(page.getByText('Приёмка загружается…')).toBeVisible()
  await expect(page.getByText(SILENT)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
  await shot(page, 'silent-start')
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Акты')
  await expect(page.getByText(SILENT)).toHaveCount(0)
})

test('a start that waits for a minute is not cancelled, and its button asks again @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.clock.install()
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  const letGo = await holdBack(page, VALIDATE)
  await page.goto('/operator/acts')
  await expect(page.getByText('Приёмка загружается…')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText(SILENT)).toBeVisible()
  expect(failed).toEqual([])
  const again = page.waitForRequest(VALIDATE)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await again
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Акты')
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeTruthy()
})

test('a visit found late does not replace a plate typed meanwhile @screen', async ({ page }) => {
  const FOUND = '**/api/v1/transactions/foundTransactionInByCarnumber*'
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  const inside = page.locator('[data-visit]').first()
  const plate = await inside.locator('strong').innerText()
  const field = page.getByLabel('Номер машины (F2)')
  const letGo = await holdBack(page, FOUND)
  const asked = page.waitForRequest(FOUND)
  await field.fill(plate)
  await field.blur()
  await asked
  await field.fill('Х777ХХ77')
  const first = page.waitForResponse(FOUND)
  letGo()
  await first
  // The next question is answered after the first answer was heard.
  const second = page.waitForResponse(FOUND)
  await field.blur()
  await second
  await expect(field).toHaveValue('Х777ХХ77')
  await expect(inside).toHaveAttribute('aria-pressed', 'false')
})
