import { expect } from '@playwright/test'
import { userRights } from '#contract/user/user-rights.ts'
import { refused } from '../support/screens/given-answers.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('a super administrator takes a right from a role, gives it to a person, asks why, and gives it back', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/actions')
  const row = page.getByRole('row', { name: /Выписка и подписание актов/ })
  await expect(row.getByRole('cell', { name: 'Да' })).toHaveCount(3)
  await row.getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Выписка и подписание актов' })
  await expect(dialog.getByText(/действуют общие правила/)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Доступ: Оператор' }).click()
  await page.getByRole('option', { name: 'Запрещено' }).click()
  await dialog.getByRole('combobox', { name: 'Добавить человека' }).fill('Петров')
  await page.getByRole('option').first().click()
  await shot(page, 'access-dialog')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Доступ сохранён и уже действует')
  await expect(row.getByText('свои правила')).toBeVisible()
  await expect(row.getByRole('cell', { name: 'Запрещено' })).toHaveCount(1)
  await expect(row.getByRole('cell', { name: 'разрешено людям: 1' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Кто может?' }).click()
  await page.getByRole('option', { name: /Петров/ }).click()
  await expect(row.getByTitle(/\(правила компании\)$/)).toHaveText(/^(Да|Нет): /)
  await shot(page, 'rights-of-a-person')
  await row.getByRole('button').press('Enter')
  await expect(dialog.getByText(/Собственные правила компании/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Как у всех компаний' }).click()
  await expectToast(page, 'Снова действуют общие правила')
  await expect(row.getByText('свои правила')).toHaveCount(0)
})

test('a change that leaves a right without anybody to confirm is refused, and nothing is lost @screen', async ({
  page,
  answers,
}) => {
  answers.give(userRights.updateActionAccess, refused('access.approval-empty'))
  await enterAs(page, 'super')
  await page.goto('/super/actions')
  const row = page.getByRole('row', { name: /Подтверждать акты/ })
  await row.getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Подтверждать акты' })
  const manager = dialog.getByRole('combobox', { name: 'Доступ: Управляющий' })
  for (const role of [manager, dialog.getByRole('combobox', { name: 'Доступ: Владелец' })]) {
    await role.click()
    await page.getByRole('option', { name: 'Запрещено' }).click()
  }
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(/подтверждать.* будет некому/)).toBeVisible()
  await expect(manager).toHaveValue('Запрещено')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a preset shows each right that changes before it is applied, and a folder is made and removed by keys @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/actions')
  const split = page.getByRole('button', { name: 'Разделение ролей' })
  await expect(split).toBeEnabled()
  await split.press('Enter')
  const sure = page.getByRole('dialog', { name: 'Набор «Разделение ролей»' })
  await expect(
    sure.getByRole('row', { name: /Создание и изменение актов.*весовщик: да/i }),
  ).toBeVisible()
  await shot(page, 'preset')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Новая папка' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Новая папка' })
  await form.getByRole('textbox', { name: 'Название' }).fill('Смена')
  await form.getByRole('textbox', { name: 'Код' }).fill('shift')
  await page.keyboard.press('Control+Enter')
  const folder = page.getByRole('button', { name: 'Смена' })
  await folder.press('Enter')
  await page.getByRole('dialog', { name: 'Смена' }).getByRole('button', { name: 'Удалить' }).click()
  await page
    .getByRole('dialog', { name: 'Удалить папку' })
    .getByRole('button', { name: 'Удалить' })
    .click()
  await expect(folder).toHaveCount(0)
})

test('the access of a call keeps its rows of all signed-in users, and a right moves to another folder @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/actions?company=all&calls')
  const ofEverybody = page.getByRole('row').filter({ hasText: 'все вошедшие' }).first()
  await expect(ofEverybody).toBeVisible()
  const title = await ofEverybody.getByRole('button').innerText()
  await ofEverybody.getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('combobox', { name: 'Доступ: Все вошедшие' })).toHaveValue(
    'Разрешено',
  )
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Доступ сохранён и уже действует')
  await expect(ofEverybody.getByRole('button', { name: title })).toBeVisible()

  await page.goto('/super/actions')
  const row = page.getByRole('row', { name: /Изменение номенклатуры/ })
  await row.getByRole('button').press('F2')
  const place = page.getByRole('dialog', { name: 'Название и папка действия' })
  await place.getByRole('combobox', { name: 'Папка' }).click()
  await page.getByRole('option', { name: 'Акты' }).click()
  await shot(page, 'action-place')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Действие сохранено')
})

test('an empty set of rules is not shown as a denial @web', async ({ page }) => {
  await enterAs(page, 'super')
  await page.goto('/super/actions')
  const row = page.getByRole('row', { name: /Создание и изменение актов/ })
  await row.getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Создание и изменение актов' })
  const operator = dialog.getByRole('combobox', { name: 'Доступ: Оператор' })
  for (const who of ['Оператор', 'Весовщик', 'Управляющий']) {
    await dialog.getByRole('combobox', { name: `Доступ: ${who}` }).click()
    await page.getByRole('option', { name: 'Не сказано' }).click()
  }
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(/Без единой строки действуют общие правила/)).toBeVisible()
  await operator.click()
  await page.getByRole('option', { name: 'Запрещено' }).click()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Доступ сохранён и уже действует')

  await enterAs(page, 'operator')
  await page.goto('/operator/acts')
  await expect(page.getByRole('heading', { name: 'Акты' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Новый акт' })).toHaveCount(0)
  await enterAs(page, 'super')
  await page.goto('/super/actions')
  await row.getByRole('button').press('Enter')
  await dialog.getByRole('button', { name: 'Как у всех компаний' }).click()
  await expectToast(page, 'Снова действуют общие правила')
})
