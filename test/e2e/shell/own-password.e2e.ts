import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'

test.use({ onePage: true })

test('a changed password does not stay in its form', async ({ page }) => {
  // All journeys share the password of the demo's operator: it is not really changed here.
  await page.route('**/api/v1/auth/changePassword', (route) =>
    route.fulfill({ json: { ok: true } }),
  )
  await enterAs(page, 'operator')
  await page.goto('/account')
  const labels = ['Нынешний пароль', 'Новый пароль', 'Новый пароль ещё раз']
  const [present, next, repeated] = labels.map((label) => page.getByLabel(label, { exact: true }))
  await present!.fill('vesy-tara-netto-7')
  await next!.fill('gruzovik veter kirpich')
  await repeated!.fill('gruzovik veter kirpich')
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expectToast(page, 'Пароль изменён, другие сеансы завершены')
  for (const field of [present!, next!, repeated!]) await expect(field).toHaveValue('')
})
