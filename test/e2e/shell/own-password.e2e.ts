import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('a changed password does not stay in its form @screen', async ({ page }) => {
  // All journeys share the password of the demo's operator: it is not really changed here.
  await page.route('**/api/v1/auth/changePassword', (route) =>
    route.fulfill({ json: { ok: true } }),
  )
  await enterAs(page, 'operator')
  await page.goto('/account')
  const labels = ['Текущий пароль', 'Новый пароль', 'Новый пароль ещё раз']
  const [present, next, repeated] = labels.map((label) => page.getByLabel(label, { exact: true }))
  await present!.fill('vesy-tara-netto-7')
  await next!.fill('gruzovik veter kirpich')
  await repeated!.fill('gruzovik veter kirpich')
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expectToast(page, 'Пароль изменён, другие сеансы завершены')
  for (const field of [present!, next!, repeated!]) await expect(field).toHaveValue('')
})

test('a person hides one kind of notice, and kinds that may cost money cannot be hidden @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/account')
  const offline = page.getByRole('checkbox', { name: 'На экране: Устройство не на связи' })
  await expect(offline).toBeChecked()
  await expect(
    page.getByRole('checkbox', { name: 'На экране: Обмен с банком остановлен' }),
  ).toBeDisabled()
  await expect(page.getByText('почта на сервере не настроена')).toBeVisible()
  await shot(page, 'own-notices')
  const panel = page.locator('form').filter({ has: offline })
  for (const isShown of [false, true]) {
    await offline.setChecked(isShown)
    await panel.getByRole('button', { name: 'Сохранить' }).click()
    await expectToast(page, 'Уведомления настроены')
    await page.reload()
    await expect(offline).toBeChecked({ checked: isShown })
  }
})
