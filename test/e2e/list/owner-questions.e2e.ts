import { expect } from '@playwright/test'
import { ownerQuestions } from '../../../src/contract/report/owner-questions.ts'
import { report } from '../../../src/contract/report/report.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { keyboardOf } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('a manager has each answer two presses from the workplace, and its row leads to the acts behind it @screen', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto('/operator')
  const block = page.getByRole('region', { name: 'Вопросы владельца' })
  await expect(block.getByRole('link')).toHaveText(ownerQuestions.map(({ title }) => title))
  await accessibleInBothThemes(page, 'the workplace with the questions')
  await block.scrollIntoViewIfNeeded()
  await shot(page, 'owner-questions')
  await phoneShot(page, 'owner-questions', block)

  await block.getByRole('link', { name: 'Почём купили' }).focus()
  await hands.press('Enter')
  await expect(page).toHaveURL(/order=average_prices$/)
  const prices = page.getByRole('region', { name: 'Средние цены закупки' })
  const first = prices.getByRole('row').nth(1)
  await expect(first).toBeVisible()
  await shot(page, 'average-prices')
  await phoneShot(page, 'average-prices')
  const product = (await first.getByRole('link').textContent())!
  await first.getByRole('link').focus()
  await hands.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Акты')
  const chosen = page.getByRole('combobox', { name: 'Товар' })
  await expect(chosen).toHaveValue(product)
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&product_id=/)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await accessibleInBothThemes(page, 'the acts of a product')
  await shot(page, 'acts-of-product')
  await page.getByRole('button', { name: 'Сбросить' }).focus()
  await hands.press('Enter')
  await expect(chosen).toHaveCount(0)
  await expect(page).not.toHaveURL(/product_id/)
  expect(hands.pointer).toEqual([])
})

test('the palette finds a question by its words, and a supplier of the answer leads to his acts @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto('/operator')
  await expect(page.getByRole('region', { name: 'Вопросы владельца' })).toBeVisible()
  await hands.press('Control+KeyK')
  await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toBeFocused()
  await hands.type('сколько купили меди')
  await expect(page.getByRole('option', { name: 'Что купили по товарам' })).toBeVisible()
  await hands.press('Control+KeyA')
  await hands.type('кого купили')
  await expect(page.getByRole('option', { name: 'У кого купили больше всего' })).toBeVisible()
  await hands.press('Enter')
  await expect(page).toHaveURL(/order=purchases_by_supplier/)
  const first = page
    .getByRole('region', { name: 'Закупки по поставщикам' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
  const name = (await first.textContent())!
  await first.focus()
  await hands.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Поставщик' })).toHaveValue(name)
})

test('an hour of the vehicles leads to the visits of that hour, as many as its row counts @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto('/operator/reports?order=vehicles_by_hour')
  const first = page.getByRole('region', { name: 'Машины по часам' }).getByRole('row').nth(1)
  const vehicles = Number(await first.getByRole('cell').nth(1).textContent())
  const [, hour] = /^0?(\d+):/.exec((await first.getByRole('link').textContent())!)!
  await first.getByRole('link').focus()
  await hands.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заезды')
  const chosen = page.getByRole('combobox', { name: 'Машины за час' })
  await expect(chosen).toHaveValue(`Час ${hour}:00–${Number(hour) + 1}:00`)
  const rows = page.getByRole('grid', { name: 'Заезды' }).locator('tbody tr[id^="row-"]')
  await expect(rows).toHaveCount(Math.min(vehicles, 50))
  await shot(page, 'visits-of-hour')
  await phoneShot(page, 'visits-of-hour')
  await page.getByRole('button', { name: 'Сбросить' }).focus()
  await hands.press('Enter')
  await expect(chosen).toHaveCount(0)
  await expect(page).not.toHaveURL(/vehicle_hour/)
})

test('a filter of a link that cannot be read shows no records and says so until it is removed @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  const many = Array.from({ length: 201 }, () => crypto.randomUUID()).join(',')
  for (const [address, label] of [
    ['acts?product_id=abc', 'Товар'],
    [`acts?supplier_id=${many}`, 'Поставщик'],
    ['acts?site_id=1', 'Площадка'],
    ['transactions?vehicle_hour=99', 'Машины за час'],
    ['transactions?post_id=abc', 'Пост'],
  ] as const) {
    await page.goto(`/operator/${address}`)
    const chosen = page.getByRole('combobox', { name: label })
    await expect(chosen).toHaveValue('Неверная ссылка')
    await expect(page.getByText('По этим условиям ничего нет.')).toBeVisible()
    if (label === 'Товар') {
      await shot(page, 'unreadable-filter')
      await phoneShot(page, 'unreadable-filter')
    }
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect(chosen).toHaveCount(0)
    await expect(page.getByRole('grid').locator('tbody tr[id^="row-"]').first()).toBeVisible()
  }
})

test('Enter on a bar of the workplace opens the acts of that day @web', async ({ page }) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto('/operator')
  const chart = page.getByRole('img', { name: 'Закупки по дням' })
  await chart.focus()
  await hands.press('ArrowRight')
  await hands.press('Enter')
  await expect(page).toHaveURL(/\/operator\/acts\?status=issued&status=signed&from=(.+)&to=\1$/)
  await page.goBack()
  await chart.locator('rect').nth(1).click()
  await expect(page).toHaveURL(/\/operator\/acts\?status=issued&status=signed&from=/)
})

test('exceptions are a tab of the reports with the count that waits, absent without the right @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/reports')
  const tabs = page.getByRole('navigation', { name: 'Вкладки отчётов' })
  await expect(tabs.getByRole('link')).toHaveText(['Файлы', 'Расписания', /^Исключения/])
  await tabs.getByRole('link', { name: /^Исключения/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Исключения')
  await page.getByRole('button', { name: 'Просмотренные' }).click()
  await expect(page.getByRole('button', { name: 'Просмотренные' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await phoneShot(page, 'exceptions-tab')
})

test('a second question of the same report is shown, asked and ordered by its own parameters @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  const flag = page.getByRole('combobox', { name: 'Отметка' })
  const ask = async (words: string, title: string) => {
    await hands.press('Control+KeyK')
    await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toBeFocused()
    await hands.type(words)
    await expect(page.getByRole('option', { name: title })).toBeVisible()
    await hands.press('Enter')
  }
  /** What a file that is ordered now would hold. */
  const orderedFlag = async () => {
    const asked = page.waitForRequest((request) => request.url().includes(report.create.path))
    await hands.press('Control+Enter')
    const { params } = (await asked).postDataJSON() as { params: Record<string, string> }
    return params['flag']
  }
  await page.goto('/operator')
  await expect(page.getByRole('region', { name: 'Вопросы владельца' })).toBeVisible()
  await ask('вес тары', 'Где вес тары не такой, как обычно')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Где вес тары не такой, как обычно',
  )
  // The answer comes first: the form is folded above it.
  await expect(flag).toHaveCount(0)
  await page.getByRole('button', { name: 'Изменить условия' }).focus()
  await hands.press('Enter')
  await expect(flag).toHaveValue('Отклонение тары')
  await ask('вводил вес', 'Кто вводил вес вручную')
  await expect(page).toHaveURL(/flag=manual/)
  await expect(flag).toHaveValue('Ручной ввод')
  await page.goBack()
  await expect(flag).toHaveValue('Отклонение тары')
  await page.goForward()
  await expect(flag).toHaveValue('Ручной ввод')
  await page.getByRole('button', { name: 'По расписанию' }).focus()
  await hands.press('Enter')
  const schedule = page.getByRole('dialog')
  await expect(schedule.getByRole('combobox', { name: 'Отметка' })).toHaveValue('Ручной ввод')
  await hands.press('Escape')
  await expect(schedule).toHaveCount(0)
  expect(await orderedFlag()).toBe('manual')
})

test('what is typed for a report outlives the address that its own earlier value changes @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto('/operator/reports?order=unpaid_acts&date=2026-12-31')
  const least = page.getByRole('textbox', { name: 'Не меньше дней' })
  await least.focus()
  await hands.type('3')
  await hands.press('Tab')
  await hands.type('9')
  await expect(page).toHaveURL(/days=3$/)
  await expect(least).toHaveValue('3')
  await expect(page.getByRole('textbox', { name: 'Не больше дней' })).toHaveValue('9')
  const day = page.getByRole('textbox', { name: 'На дату' })
  await day.focus()
  await hands.press('Control+KeyA')
  await hands.press('Delete')
  await hands.press('Tab')
  // An emptied day is no day: neither another table nor another file.
  await expect(page.getByText('Заполните поле')).toBeVisible()
  await expect(page).toHaveURL(/date=&/)
  await expect(page.getByRole('region', { name: 'Неоплаченные акты' })).toHaveCount(0)
})
