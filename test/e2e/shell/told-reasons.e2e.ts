import { expect } from '@playwright/test'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

const OWN_PIN = '480173'

test('the reason why a password by link is refused is the one that is shown', async ({ page }) => {
  const reason = 'В пароле стоит ваш логин'
  await page.route('**/api/v1/auth/updatePasswordWithTempLink', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'auth.weak-password',
        message: 'Пароль слишком прост: придумайте фразу из трёх-четырёх слов',
        fields: { password: reason },
      },
    }),
  )
  await page.goto('/tmplink#token')
  await page.getByLabel('Пароль', { exact: true }).fill('operator весы тара нетто')
  await page.getByLabel('Пароль ещё раз').fill('operator весы тара нетто')
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(page.getByRole('alert')).toHaveText(reason)
})

test('in the window of the PIN the reason outlives Enter, and F1 tells its keys and no others', async ({
  page,
}) => {
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${issued.supplier}?act=${issued.id}`)
  await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
  const pin = page.getByRole('textbox', { name: 'Пин-код' })
  await pin.fill(OWN_PIN)
  const reason = page.getByText('Это ваш пин-код, а нужен пин-код другого сотрудника')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reason).toBeVisible()
  await page.keyboard.press('F1')
  const help = page.getByRole('dialog', { name: 'Горячие клавиши' })
  await expect(help.getByText('Подтвердить')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(pin).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
})

test('«Повторить» of a refused payment opens its form on the page where it was sent', async ({
  page,
}) => {
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.route('**/api/v1/payment/getPayment*', async (route) => {
    const answer = await route.fetch()
    const card = (await answer.json()) as object
    await route.fulfill({
      response: answer,
      json: { ...card, status: 'rejected', may: ['retry'], reason_text: 'Счёт закрыт' },
    })
  })
  await page.goto(`/operator/create_payment/details/${issued.supplier}?act=${issued.id}`)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Счёт закрыт')).toBeVisible()
  await page.getByRole('link', { name: 'Повторить' }).click()
  await expect(page).toHaveURL(/retry=/)
  await expect(page.getByText('Счёт закрыт')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /За что|Платить не за что/ })).toBeVisible()
})
