import { expect, type Locator, type Page } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { keyboardOf } from '../support/hands.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin, MANAGER_PIN, newSeller, type Seller } from '../support/purchase-steps.ts'
import { PASSPORT, scan, scanIntoSearch } from './scan-passport.ts'

test.use({ onePage: true })

// Names are letters only and unlike each other, so that a second run on the same data finds none of the first.
const LETTERS = 'абвгдежзик'
const unlike = () =>
  Array.from(String(Date.now()).slice(-6), (digit) => LETTERS[Number(digit)]).join('')

test('a supplier entered twice has a warning, and two records are merged with a second person’s PIN @web', async ({
  page,
}) => {
  const token = await enterAs(page, 'operator')
  const word = unlike()
  const one = { ...newSeller(`Лапин${word}`), birth: '1979-04-11' }
  await add(page, token, one)
  await warned(page, one)
  await add(page, token, { ...newSeller(`Лапин${word}ский`), birth: '1979-04-11' })
  await page.goto(`/operator/suppliers?q=${encodeURIComponent(`лапин${word}`)}`)
  const rows = page.getByRole('row').filter({ hasText: `Лапин${word}` })
  await expect(rows).toHaveCount(2)
  for (const row of [rows.nth(0), rows.nth(1)]) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Объединить двух' }).click()
  const dialog = page.getByRole('dialog', { name: 'Объединить поставщиков' })
  await expect(dialog.getByText('Тексты выписанных актов не изменятся.')).toBeVisible()
  await accessible(page, 'merging')
  await dialog
    .getByRole('radio', { name: /^Телефон/ })
    .nth(1)
    .check()
  await dialog.getByLabel('Причина').fill('Завели второй раз')
  await shot(page, '90-merge')
  await dialog.getByRole('button', { name: 'Объединить', exact: true }).click()
  await givePin(page)
  await expectToast(page, 'Поставщики объединены')
  await expect(rows).toHaveCount(1)
  await rows.first().dblclick()
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  await card.getByRole('tab', { name: 'История' }).click()
  await expect(card.getByText(/влита запись/)).toBeVisible()
})

test('a number in the search begins a firm or asks whose ИНН it is, and odd names are questioned @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/search_supplier?q=7707083893')
  await page.getByRole('button', { name: 'Создать «7707083893»' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(dialog.getByRole('radio', { name: 'Организация' })).toBeChecked()
  await expect(dialog.getByRole('textbox', { name: 'ИНН' })).toHaveValue('7707083893')
  await page.keyboard.press('Escape')
  await page.goto('/operator/search_supplier?q=500100732259')
  await page.getByRole('button', { name: 'Создать «500100732259»' }).click()
  const whose = page.getByRole('dialog', { name: 'Чей ИНН 500100732259?' })
  await shot(page, 'whose-inn')
  await whose.getByRole('option').first().click()
  await expect(dialog.getByRole('textbox', { name: 'ИНН' })).toHaveValue('500100732259')
  await expect(dialog.getByRole('textbox', { name: 'ОГРНИП' })).toBeVisible()
  await dialog.getByText('Физлицо', { exact: true }).click()
  await dialog.getByLabel(/^Фамилия/).fill(`Сукар${unlike()}0`)
  await shot(page, 'one-name')
  await phoneShot(page, 'one-name')
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('dialog', { name: 'Так в документе?' })
  await expect(question).toContainText('цифры или буквы двух алфавитов')
  await shot(page, 'odd-name')
  await question.getByRole('button', { name: 'Отмена' }).click()
  await dialog.getByLabel(/^Фамилия/).fill(`Сукар${unlike()}`)
  await page.keyboard.press('Control+Enter')
  await expect(question).toContainText('одно имя')
  await question.getByRole('button', { name: 'Да, так' }).click()
  await expect(dialog.getByRole('heading', { name: 'Способ выплаты' })).toBeVisible()
})

test('a text that is no date does not break the form, and Back closes a changed window after a question @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Поставщики', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await scanIntoSearch(page)
  await dialog.getByLabel('Дата рождения').fill('тридцатое февраля')
  await dialog.getByLabel('Выдан', { exact: true }).fill('99.99.9999')
  await dialog.getByLabel(/^Фамилия/).fill('Возвратов')
  await expect(dialog.getByText('по датам рождения и выдачи')).toBeVisible()
  await scan(dialog.getByLabel(/^Фамилия/), PASSPORT)
  const read = dialog.getByRole('region', { name: 'Прочитано сканером' })
  await expect(read.getByText('07.12.1993')).toBeVisible()
  await expect(dialog.getByLabel(/^Фамилия/)).toHaveValue('Возвратов')
  await shot(page, '92-scanned-passport')
  await accessible(page, 'a scanned passport')
  await read.getByRole('button', { name: 'Взять: Фамилия' }).click()
  await expect(dialog.getByLabel(/^Фамилия/)).toHaveValue('Байрамов')
  await read.getByRole('button', { name: 'Взять всё' }).click()
  await expect(read).toBeHidden()
  await expect(dialog.getByLabel('Серия и номер')).toHaveValue('46 01 123456')
  await expect(dialog.getByLabel('Код подразделения')).toHaveValue('770-001')
  await dialog.getByLabel(/^Фамилия/).fill('Возвратов')
  const back = () => page.evaluate(() => history.back())
  const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })
  await back()
  await expect(question).toBeVisible()
  await back()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel(/^Фамилия/)).toHaveValue('Возвратов')
  await back()
  await question.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/operator\/suppliers/)
  await back()
  await expect(page).toHaveURL(/\/operator$/)
})

/** Typing the same name and day shows the existing supplier, who may be taken instead. */
async function warned(page: Page, seller: Seller): Promise<void> {
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await dialog.getByLabel(/^Фамилия/).fill(`${seller.last}а`)
  await dialog.getByLabel(/^Имя/).fill(seller.first)
  await dialog.getByLabel('Отчество').fill(seller.middle)
  await dialog.getByLabel('Дата рождения').fill('11.04.1979')
  await dialog.getByLabel('Отчество').focus()
  await expect(dialog.getByText(/похожее имя, та же дата рождения/)).toBeVisible()
  await shot(page, '91-twin')
  await accessible(page, 'a twin')
  await dialog.getByRole('button', { name: 'Далее' }).click()
  const question = page.getByRole('dialog', { name: 'Это другой поставщик?' })
  await question.getByRole('button', { name: 'Отмена' }).click()
  await dialog.getByLabel('ИНН').fill(seller.inn)
  await expect(dialog.getByText(/тот же ИНН/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Взять его' }).click()
  await expect(dialog).toBeHidden()
}

test('many suppliers are put in the stop-list at once, with a table of those that were not @web', async ({
  page,
}) => {
  const token = await enterAs(page, 'operator')
  const word = unlike()
  for (const last of [`Цветов${word}`, `Цветов${word}ин`])
    await add(page, token, { ...newSeller(last), birth: '1981-09-02' })
  await page.goto(`/operator/suppliers?q=${encodeURIComponent(`цветов${word}`)}`)
  const rows = page.getByRole('row').filter({ hasText: `Цветов${word}` })
  await expect(rows).toHaveCount(2)
  for (const row of [rows.nth(0), rows.nth(1)]) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Сделать действующими' }).click()
  const refused = page.getByRole('dialog', { name: 'Не у всех получилось' })
  await expect(refused.getByText(/Внесите документ/).first()).toBeVisible()
  await shot(page, '92-refused')
  await refused.getByRole('button', { name: 'Понятно' }).click()
  await page.getByRole('button', { name: 'В стоп-лист' }).click()
  await page.getByLabel('Причина').fill('Кабель без документов')
  await page.getByRole('dialog').getByRole('button', { name: 'В стоп-лист' }).click()
  await expect(rows.getByText('Стоп-лист')).toHaveCount(2)
  await page.goto('/operator/search_supplier')
  await page.getByLabel('Кого ищем').fill(`цветов${word}`)
  await expect(page.getByText('Стоп-лист: Кабель без документов').first()).toBeVisible()
  await shot(page, '93-stop-list')
  await accessible(page, 'the stop-list')
})

test('a refused search shows the reason under the field and keeps the text @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/search_supplier')
  const field = page.getByLabel('Кого ищем')
  await field.fill('4111111111111111')
  await expect(page.getByRole('alert')).toHaveText('Номер карты сюда вводить нельзя')
  await expect(field).toHaveValue('4111111111111111')
  await field.fill('ива')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Найденные поставщики' })).toBeVisible()
})

test('a supplier is found, opened and merged by keyboard alone @web', async ({ page }) => {
  const hands = await keyboardOf(page)
  const token = await enterAs(page, 'operator')
  const word = unlike()
  const seller = { ...newSeller(`Шустов${word}`), birth: '1990-12-30' }
  await add(page, token, seller)
  await add(page, token, { ...newSeller(`Шустов${word}а`), birth: '1990-12-30' })
  await page.goto('/operator/search_supplier')
  await expect(page.getByLabel('Кого ищем')).toBeFocused()
  // Up to the last digit of the second that made it: the next supplier's number differs in that one alone.
  await hands.type(seller.inn.slice(0, 10))
  // Shorter beginnings of the number find others too, and the first of them is selected.
  await expect(page.getByRole('row')).toHaveCount(1)
  await expect(page.getByText(`ИНН ${seller.inn}`)).toBeVisible()
  await hands.press('F2')
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  await expect(card.getByLabel(/^Фамилия/)).toBeFocused()
  await shot(page, '94-card')
  await accessible(page, 'a card')
  await hands.press('Alt+Digit2')
  await hands.press('Insert')
  await walkTo(page, card.getByRole('button', { name: 'Отмена' }))
  await hands.press('Enter')
  await walkTo(page, card.getByRole('button', { name: 'Объединить…' }))
  await hands.press('Enter')
  await expect(page.getByRole('dialog', { name: /^С кем объединить/ })).toBeVisible()
  await hands.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Объединить поставщиков' })
  await expect(dialog.getByText('Тексты выписанных актов не изменятся.')).toBeVisible()
  await walkTo(page, dialog.getByLabel('Причина'))
  await hands.type('Вторая запись')
  await hands.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Пин-код' })).toBeFocused()
  await hands.type(MANAGER_PIN)
  await expectToast(page, 'Поставщики объединены')
  expect(hands.pointer).toEqual([])
})

test('a missing value of a new supplier leads to its field, and nothing typed is lost on leaving @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await dialog.getByText('Организация', { exact: true }).first().click()
  await dialog.getByLabel(/^Название/).fill(`Лом ${unlike()}`)
  await dialog.getByRole('button', { name: 'Добавить представителя' }).click()
  await dialog.getByLabel('ФИО').fill('Сомов Пётр Ильич')
  await dialog.getByLabel('Основание').fill('Доверенность')
  await dialog.getByRole('button', { name: 'Внести документ' }).click()
  const paper = dialog.getByRole('group', { name: /^Документ: Сомов/ })
  await paper.getByLabel('Серия и номер').fill('4509123456')
  await paper.getByLabel('Выдан', { exact: true }).fill('01.02.2015')
  await paper.getByLabel('Код подразделения').fill('770001')
  await paper.getByLabel('Кем выдан').fill('ОВД Тверской')
  await shot(page, '95-representative')
  await dialog.getByRole('button', { name: 'Далее' }).click()
  await dialog.getByRole('button', { name: 'Укажите КПП' }).click()
  await expect(dialog.getByLabel('КПП')).toBeFocused()
  await expect(dialog.getByText('Документ записан: 45** ***456.')).toBeVisible()
  await shot(page, '96-lacking')
  await dialog.getByLabel('КПП').fill('773601001')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('button', { name: 'Укажите ИНН' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Укажите КПП' })).toBeHidden()
  await dialog.getByLabel('Как называть').fill('Основной счёт')
  await dialog.getByRole('button', { name: 'Готово' }).click()
  const question = page.getByRole('dialog', { name: 'Способ выплаты не добавлен' })
  await question.getByRole('button', { name: 'Закончить без него' }).click()
  await expect(dialog).toBeHidden()
})

test('data typed into a card are kept when another tab is opened @screen', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers')
  await page.getByRole('row').nth(1).dblclick()
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  await card.getByLabel('Примечание').fill('Только по утрам')
  await card.getByRole('tab', { name: 'Акты' }).click()
  await card.getByRole('tab', { name: 'Способы выплаты' }).click()
  await card.getByRole('tab', { name: 'Данные' }).click()
  await expect(card.getByLabel('Примечание')).toHaveValue('Только по утрам')
  await card.getByRole('tab', { name: 'Акты' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeVisible()
})

/** Tab until the wanted control has the focus; fifty stops are more than any of these windows has. */
async function walkTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 50; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

/** Kept past the window: the tests are about what comes after. */
async function add(page: Page, token: string, seller: Seller & { birth: string }): Promise<void> {
  const answer = await page.request.post('/api/v1/supplier/createNewSuppliers', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      type: 'person',
      last_name: seller.last,
      first_name: seller.first,
      middle_name: seller.middle,
      birth_date: seller.birth,
      inn: seller.inn,
      phone: `+7${seller.phone}`,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
