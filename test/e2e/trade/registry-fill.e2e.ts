import { expect, type Locator } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const fillButton = (form: Locator) => form.getByRole('button', { name: 'Заполнить по ИНН' })

test('a new company is filled in by ИНН, and what was typed is asked about first @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/companies')
  await page.getByRole('button', { name: 'Новая компания' }).click()
  const form = page.getByRole('dialog', { name: 'Новая компания' })
  const field = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await expect(fillButton(form)).toBeDisabled()
  await field('Краткое название').fill('Моё название')
  await field('ИНН').fill('6164000012')
  await expect(fillButton(form)).toBeDisabled()
  await field('ИНН').fill('6164000000')
  await fillButton(form).click()
  const question = page.getByRole('dialog', { name: 'Заменить введённое?' })
  await expect(question).toContainText('Моё название → ООО «')
  await shot(page, 'registry-question')
  await question.getByRole('button', { name: 'Отмена' }).click()
  await expect(field('Краткое название')).toHaveValue('Моё название')
  await expect(field('Полное название')).toHaveValue(/^ОБЩЕСТВО С ОГРАНИЧЕННОЙ/)
  await expect(field('КПП')).toHaveValue('616401001')
  await expect(field('Юридический адрес')).toHaveValue(/^344000, г Ростов/)
  // «Директор» stood there before anybody typed.
  await expect(field('Должность руководителя')).toHaveValue('Генеральный директор')
  await expect(form.getByRole('status').filter({ hasText: /^Заполнено по реестру/ })).toBeVisible()
  await shot(page, 'registry-company')
  await phoneShot(page, 'registry-company')
  await fillButton(form).click()
  await question.getByRole('button', { name: 'Заменить' }).click()
  await expect(field('Краткое название')).toHaveValue(/^ООО «/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
})

test('a supplier that was liquidated is said to be, an unknown ИНН too @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?mode=create')
  const form = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(fillButton(form)).toHaveCount(0)
  await form.getByText('Организация', { exact: true }).first().click()
  const inn = form.getByRole('textbox', { name: /^ИНН/ })
  await inn.fill('7801000012')
  await fillButton(form).click()
  await expect(form.getByRole('alert')).toContainText('ликвидирована 05.02.2024: покупать')
  await expect(form.getByLabel(/^Название/)).toHaveValue(/^ООО «/)
  await shot(page, 'registry-liquidated')
  await inn.fill('7802000015')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await fillButton(form).click()
  await expect(form.getByRole('status').filter({ hasText: 'В реестре нет ИНН' })).toBeVisible()
  await form.getByText('ИП', { exact: true }).first().click()
  await inn.fill('500100732259')
  await fillButton(form).click()
  // What the form has of the firm is asked about.
  await page
    .getByRole('dialog', { name: 'Заменить введённое?' })
    .getByRole('button', { name: 'Заменить' })
    .click()
  await expect(form.getByLabel(/^Фамилия/)).not.toHaveValue('')
  await expect(form.getByLabel(/^ОГРНИП/)).toHaveValue(/^318/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
})
