import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { report } from '#contract/report/report.ts'
import { pdfTexts } from '../../support/pdf-text.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { browserConfig } from '../support/browser-config.ts'
import { plain, readSaved } from '../support/files/exported.ts'
import { keyboardOf, type Hands } from '../support/hands.ts'
import { expectToast, test } from '../support/held-page.ts'
import { refused } from '../support/screens/given-answers.ts'
import { readPdf } from '../support/files/pdf.ts'
import { demoYear, highlighted, phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const previewTable = (page: Page, title: string) => page.getByRole('region', { name: title })

/** What the preview shows: heads, rows and sums as the file says them. */
async function shownTable(page: Page, title: string): Promise<string[][]> {
  const rows = previewTable(page, title).and(page.locator('[aria-busy="false"]')).locator('tr')
  await expect(rows).not.toHaveCount(0)
  return rows.evaluateAll((list) =>
    list.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  )
}

/** «7,809 т» → «7809». */
const inKilograms = (cell: string) =>
  cell === ''
    ? ''
    : String(Math.round(Number(cell.replaceAll(/[^\d,]/g, '').replace(',', '.')) * 1000))

/** From the list of files: Insert, the title of the report, its period. */
async function openOrder(page: Page, hands: Hands, title: string): Promise<void> {
  await page.goto('/operator/reports')
  await expect(page.getByTitle('Insert')).toBeVisible()
  await hands.press('Insert')
  await expect(page.getByRole('combobox', { name: 'Отчёт' })).toBeFocused()
  await hands.type(title.slice(0, 9))
  await expect(highlighted(page)).toHaveText(title)
  await hands.press('Enter')
  await expect(page.getByLabel('С даты')).toBeFocused()
  await hands.press('Control+KeyA')
  await hands.type(`01.01.${demoYear}`)
  const read = page.waitForResponse((answer) =>
    new RegExp(`Preview.*${demoYear}-01-01`).test(answer.url()),
  )
  await hands.press('Enter')
  await read
  await expect(page.getByLabel('По дату')).toBeFocused()
}

test('purchases by product are ordered by keys, and the file holds what the screen showed @web', async ({
  page,
}) => {
  const title = 'Закупки по номенклатуре'
  const hands = await keyboardOf(page)
  await enterAs(page, 'operator')
  await openOrder(page, hands, title)
  await expect(page).toHaveURL(new RegExp(`date_from=${demoYear}-01-01`))
  await expect(page.getByRole('figure')).toBeVisible()
  const [heads, ...rows] = await shownTable(page, title)
  expect(rows.length).toBeGreaterThan(2)
  await shot(page, 'report-order')
  await accessible(page, 'the form of a report')
  const saving = page.waitForEvent('download')
  await hands.press('Control+Enter')
  await expectToast(page, `Файл «${title}» готов`)
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Закупки по номенклатуре \d{4}-\d\d-\d\d\.xlsx$/)
  const [savedHeads, ...savedRows] = await readSaved(saved)
  // A column that no row fills is left out on the screen, and what reaches a tonne is shown in tonnes.
  const titles = savedHeads!.map((head) => head.replace(/, (₽|кг)$/, ''))
  const places = heads!.map((head) => titles.indexOf(head))
  expect(places).not.toContain(-1)
  const isTonnes = heads!.map((_, at) => rows.some((row) => /\d\sт$/.test(row[at]!)))
  const figure = (cell: string, at: number) =>
    isTonnes[at] && cell !== '' ? String(Math.round(Number(cell))) : cell
  expect(savedRows.map((row) => places.map((place, at) => figure(row[place] ?? '', at)))).toEqual(
    rows.map((row) => row.map((cell, at) => (isTonnes[at] ? inKilograms(cell) : plain(cell)))),
  )
  await expect(page).toHaveURL(/\/operator\/reports$/)
  await expect(page.locator('tbody tr[id^="row-"]').first()).toContainText(title)
  expect(hands.pointer).toEqual([])
})

test('purchases and payouts of days are ordered by keys as a file for 1C @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await openOrder(page, hands, 'Обмен с 1С')
  await expect(page.getByRole('combobox', { name: 'Вид файла' })).toHaveValue('XML')
  const saving = page.waitForEvent('download')
  await hands.press('Control+Enter')
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(text).toContain('<Документ.ПоступлениеТоваровУслуг>')
  expect(text.endsWith('</Body>\n</Message>\n')).toBe(true)
})

test('a report of each Monday is set up from its form, made at once, given to a colleague and deleted @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/reports?order=purchases_by_product')
  await page.getByRole('button', { name: 'По расписанию' }).click()
  const dialog = page.getByRole('dialog')
  const title = 'Закупки к понедельнику'
  await dialog.getByLabel('Название').fill(title)
  for (const [label, choice] of [
    ['За какие дни', 'Прошлая неделя'],
    ['Как часто', 'По дням недели'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await dialog.getByLabel('Время').fill('7:30')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Выберите дни недели').first()).toBeVisible()
  await dialog.getByLabel('Пн').check()
  await dialog.getByRole('group', { name: 'Кому, кроме вас' }).getByRole('checkbox').first().check()
  await shot(page, 'report-schedule-form')
  await phoneShot(page, 'report-schedule-form')
  await accessible(page, 'the form of a schedule')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expectToast(page, 'Расписание сохранено')
  await page.goto('/operator/reports')
  await page.getByRole('link', { name: 'Расписания' }).click()
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Пн в 07:30')
  await row.getByRole('button', { name: 'Сделать сейчас' }).click()
  await expect(row.getByRole('button', { name: 'Скачать' })).toBeVisible()
  await shot(page, 'report-schedules')
  await phoneShot(page, 'report-schedules')
  await accessible(page, 'the schedules of reports')
  await row.getByRole('button', { name: 'Выключить' }).click()
  await expect(row).toContainText('Выключено')
  await row.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(row).toHaveCount(0)
})

test('a period that ends before it begins is refused at its field and no report is made @screen', async ({
  page,
  answers,
}) => {
  const fields = { 'params.date_to': 'Конец периода раньше начала' }
  answers.give(report.create, refused('report.bad-params', fields))
  const hands = await keyboardOf(page)
  await enterAs(page, 'operator')
  await openOrder(page, hands, 'Закупки по номенклатуре')
  await hands.press('Control+KeyA')
  await hands.type('01.12.2025')
  await hands.press('Control+Enter')
  await expect(page.getByText('Конец периода раньше начала')).toBeVisible()
  await expect(page).toHaveURL(/order=purchases_by_product/)
  await page.keyboard.press('Escape')
})

const ACT_NUMBER = /\d{4}-\d{6}/

test('the register book is opened by keys from the acts of a period and fills numbered sheets on their side @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'operator')
  await page.goto(`/operator/acts?kind=psa&from=${demoYear}-01-01&to=${demoYear}-12-31`)
  await expect(page.getByRole('button', { name: 'Выгрузка' })).toBeVisible()
  await hands.press('Control+KeyE')
  await expect(page.getByRole('button', { name: 'XLSX для Excel' })).toBeFocused()
  const choice = page.getByRole('button', { name: 'Книга учёта ПСА' })
  await hands.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Журнал радиационного контроля' })).toBeFocused()
  await hands.press('Shift+Tab')
  await expect(choice).toBeFocused()
  await hands.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`print=register_book&date_from=${demoYear}-01-01&date_to=${demoYear}-12-31`),
  )
  await expect(page.locator('html[data-print-ready="true"]')).toBeAttached()
  await shot(page, 'register-book')
  await accessible(page, 'the register book')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  if (browserConfig.shots) writeFileSync(path.join(browserConfig.shots, 'register-book.pdf'), pdf)
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12]\.\d+ 59[45]\.\d+\]/)
  const { pages, sheets, text } = readPdf(pdf)
  expect(pages).toBeGreaterThan(1)
  // The head of the table is repeated on every sheet with acts, and each sheet has its number. Where the acts fill their last sheet, the
  // sums stand on one more.
  const withActs = sheets.at(-1)!.search(ACT_NUMBER) < 0 ? sheets.slice(0, -1) : sheets
  for (const sheet of withActs) {
    expect(sheet).toMatch(ACT_NUMBER)
    expect(sheet.match(/Номер акта/g)).toHaveLength(1)
  }
  expect(sheets.at(-1)).toContain('Актов:')
  expect(text).toContain(`Лист ${pages} из ${pages}`)
  expect(text).toContain('КНИГА УЧЁТА ПРИЁМО-СДАТОЧНЫХ АКТОВ')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).focus()
  await hands.press('Enter')
  const file = await coming
  expect(file.suggestedFilename()).toBe('Книга учёта ПСА.pdf')
  const saved = await pdfTexts(await readFile(await file.path()))
  expect(saved[0]).toContain('КНИГАУЧЁТАПРИЁМОСДАТОЧНЫХАКТОВ')
  expect(saved.at(-1)).toMatch(new RegExp(`Лист${saved.length}из${saved.length}$`))
  expect(hands.pointer).toEqual([])
})
