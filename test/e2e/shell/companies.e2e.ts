import { expect } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

/** Ten digits with the check digit of a company's ИНН (domain.md 8). */
function innOf(nine: string): string {
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
  const sum = weights.reduce((total, weight, place) => total + weight * Number(nine[place]), 0)
  return `${nine}${(sum % 11) % 10}`
}

/** Thirteen digits with the check digit of an ОГРН. */
const ogrnOf = (twelve: string) => `${twelve}${(Number(twelve) % 11) % 10}`

test('a company is made by keys, set up, put to work, suspended and closed', async ({ page }) => {
  const digits = String(Date.now()).slice(-7)
  await enterAs(page, 'super')
  await page.goto('/super/companies')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Insert')
  const form = page.getByRole('dialog', { name: 'Новая компания' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await field('Полное название').fill(`ООО «Вторсырьё ${digits}»`)
  await field('Краткое название').fill(`Вторсырьё ${digits}`)
  await field('ИНН').fill('7707083890')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/ИНН/).and(form.locator('[id$=-error]'))).toBeVisible()
  await field('ИНН').fill(innOf(`77${digits}`))
  await field('ОГРН').fill(ogrnOf(`11277${digits}`))
  await field('Юридический адрес').fill('г. Тула, ул. Заводская, д. 3')
  await field('Телефон').fill('+74872123456')
  await field('ФИО руководителя').fill('Орлов Виктор Дмитриевич')
  await field('Адрес площадки').fill('г. Тула, ул. Заводская, д. 3')
  await accessible(page, 'new company')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Компания создана')
  const requisites = page.getByRole('dialog', { name: 'Реквизиты компании' })
  await requisites.getByRole('checkbox', { name: /^Документы/ }).uncheck()
  await shot(page, 'company-modules')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Реквизиты сохранены')
  await page.getByPlaceholder('Название или ИНН').fill(`Вторсырьё ${digits}`)
  const row = page.getByRole('row', { name: new RegExp(`Вторсырьё ${digits}`) })
  await row.dblclick()
  const step = async (name: string, said: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expectToast(page, said)
  }
  await step('Начать работу', 'Компания работает')
  await expect(row.getByText('Работает')).toBeVisible()
  await shot(page, 'company-card')
  await step('Приостановить', 'Работа компании приостановлена')
  await step('Возобновить работу', 'Компания снова работает')
  await step('Приостановить', 'Работа компании приостановлена')
  await page.getByRole('button', { name: 'Закрыть навсегда' }).click()
  const sure = page.getByRole('dialog', { name: /^Закрыть навсегда/ })
  await expect(sure.getByRole('button', { name: 'Закрыть навсегда' })).toBeDisabled()
  await sure.getByRole('textbox').fill(innOf(`77${digits}`))
  await sure.getByRole('button', { name: 'Закрыть навсегда' }).click()
  await expectToast(page, 'Компания закрыта')
})
