import { expect } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { signIn } from '../support/page.ts'

const KILOGRAMS = 'Вес пишется в килограммах, например 12480 или 0,01'

test('the summary of errors says of an amount what its field says, until it is mended @web', async ({
  page,
}) => {
  await signIn(page, 'operator')
  await page.goto('/operator/manual')
  const weight = page.getByLabel('Вес на въезде, кг')
  await weight.fill('двадцать')
  await page.locator('form').getByRole('button', { name: 'Записать' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Проверьте введённые данные' })
  const fault = summary.getByRole('button', { name: `Вес на въезде, кг: ${KILOGRAMS}` })
  await expect(fault).toBeVisible()
  // An empty amount is no wrong text.
  await expect(
    summary.getByRole('button', { name: 'Вес на выезде, кг: Заполните поле' }),
  ).toBeVisible()
  await fault.click()
  await expect(weight).toBeFocused()
  await weight.fill('12480')
  await expect(fault).toHaveCount(0)
})
