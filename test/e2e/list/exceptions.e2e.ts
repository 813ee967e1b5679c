import { expect } from '@playwright/test'
import { accessibleInBothThemes } from '../support/access.ts'
import { addVisit } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('the owner opens the flags from the workplace, reviews one and then all of the page in words @web', async ({
  page,
}) => {
  // Two visits with typed weights.
  await addVisit(page.request)
  await addVisit(page.request)
  await enterAs(page, 'manager')
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Исключения ждут просмотра' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Исключения')
  const rows = page.getByRole('region', { name: 'Исключения' }).locator('tbody tr')
  const typed = rows.filter({ hasText: 'Ручной ввод' })
  await expect(rows.first()).toBeVisible()
  // The PIN of the manager stood for both weights: another person looks at them.
  await expect(typed.filter({ hasText: 'Ваше: просмотрит другой' }).nth(1)).toBeVisible()
  await expect(
    typed.filter({ hasText: 'Ваше' }).getByRole('button', { name: 'Просмотрено' }),
  ).toHaveCount(0)
  await expect(typed.filter({ hasText: 'Ваше' }).getByRole('checkbox')).toHaveCount(0)
  await shot(page, 'exceptions-own')
  await phoneShot(page, 'exceptions-own-phone')

  await enterAs(page, 'owner')
  await page.goto('/operator/reports?tab=exceptions')
  await expect(rows.first()).toBeVisible()
  await accessibleInBothThemes(page, 'the list of exceptions')
  await shot(page, 'exceptions-desk')
  await phoneShot(page, 'exceptions-desk-phone')

  const papers = page.getByRole('group', { name: 'О чём' }).getByRole('button', { name: 'Бумаги' })
  await expect(rows.filter({ hasText: 'Нет согласия' })).toHaveCount(0)
  await papers.click()
  await expect(rows.filter({ hasText: 'Ручной ввод' })).toHaveCount(0)
  await shot(page, 'exceptions-papers')
  await page.getByRole('button', { name: /Вес и деньги/ }).click()
  const kinds = page.getByRole('group', { name: 'Вид исключения' })
  const more = kinds.getByRole('button', { name: /Ещё видов/ })
  if (await more.isVisible()) await more.click()
  await kinds.getByRole('button', { name: /Ручной ввод/ }).click()
  await expect(rows.filter({ hasNotText: 'Ручной ввод' })).toHaveCount(0)
  await expect(typed.nth(1)).toBeVisible()
  const before = await typed.count()
  const first = (await typed.first().getByRole('link').textContent())!
  await typed.first().getByRole('button', { name: 'Просмотрено' }).click()
  const words = page.getByRole('dialog').getByLabel('Что это было')
  await words.fill('Индикатор был в поверке')
  await words.press('Control+Enter')
  await expectToast(page, 'Просмотрено')
  await expect(typed).toHaveCount(before - 1)
  await expect(typed.filter({ hasText: first })).toHaveCount(0)

  await page.getByLabel('Все на странице').check()
  await page.getByRole('button', { name: `Просмотрено: ${before - 1}` }).click()
  await words.fill('Приняты по бумаге')
  await words.press('Control+Enter')
  // Of this kind: others wait still.
  await expect(page.getByText('Здесь всё просмотрено, остальные исключения ждут.')).toBeVisible()
  await page.getByRole('button', { name: 'Просмотренные' }).click()
  await expect(typed.filter({ hasText: first })).toContainText('Индикатор был в поверке')
  await shot(page, 'exceptions-reviewed')
})

test('an operator without the right is told who reviews exceptions @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/reports?tab=exceptions')
  await expect(page.getByText('Исключения просматривает управляющий.')).toBeVisible()
})
