import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { ownerQuestions } from '#contract/report/owner-questions.ts'
import { report } from '../../../src/contract/report/report.ts'
import { pdfTexts } from '../../support/pdf-text.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { keyboardOf } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { demoYear, highlighted, phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const PERIOD = `date_from=${demoYear}-01-01&date_to=${demoYear}-12-31`
/** What the address says of each report of the demo company, and its title. */
const REPORTS: Record<string, [title: string, address: string]> = {
  purchases_by_supplier: ['Закупки по поставщикам', PERIOD],
  acts: ['Акты', PERIOD],
  unpaid_acts: ['Неоплаченные акты', ''],
  unsigned_acts: ['Акты без подписанного скана', 'days=0'],
  money_by_day: ['Деньги по дням', PERIOD],
  price_deviations: ['Отклонения цен и засора', PERIOD],
  losses: ['Потери на засоре и ценах', PERIOD],
  payments: ['Выплаты', PERIOD],
  supplier_ytd: ['Выплаты с начала года', ''],
  psa_register: ['Книга учёта ПСА за год', ''],
  exceptions: ['Исключения', PERIOD],
  duplicates: ['Дубли поставщиков', ''],
  self_check: ['Проверочный лист', PERIOD],
  audit: ['Журнал изменений', PERIOD],
}

/** What an owner asks is named by the question. */
const titleOf = (type: string, title: string) =>
  ownerQuestions.find((question) => question.type === type && !question.params)?.title ?? title

/** Every report is made by the server's tests; here one of sums, one of rows, one without a period and one of the journal are drawn. */
const DRAWN = ['acts', 'money_by_day', 'supplier_ytd', 'audit']

test('each report of the gallery has a sentence and a picture of its own @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/reports?order=')
  const kinds = page.getByRole('list', { name: 'Все отчёты' }).getByRole('button')
  await expect(kinds.nth(15)).toBeVisible()
  const shown = await kinds.evaluateAll((buttons) =>
    buttons.map((button) => ({
      picture: button.querySelector('svg')?.innerHTML,
      sentence: button.querySelector('small')?.textContent,
    })),
  )
  for (const { picture, sentence } of shown) {
    expect(picture).toBeTruthy()
    expect(sentence?.length).toBeGreaterThan(10)
  }
  expect(new Set(shown.map(({ picture }) => picture)).size).toBe(shown.length)
  await shot(page, 'report-gallery')
})

test('each report of the demo company is shown by its address alone, and a row leads to its record @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  for (const [type, [title, address]] of Object.entries(REPORTS)) {
    if (!IS_LONG && !DRAWN.includes(type)) continue
    await page.goto(`/operator/reports?order=${type}${address && `&${address}`}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(type, title))
    const table = page.getByRole('region', { name: title }).and(page.locator('[aria-busy="false"]'))
    await expect(table.or(page.getByText('За этот период записей нет.'))).toBeVisible()
    await shot(page, `report-${type}`)
    // All are drawn by one table: beside the other tests one of them is read.
    if (IS_LONG || type === 'acts') await accessible(page, title)
  }
  await page.goto(`/operator/reports?order=acts&${PERIOD}`)
  const first = page.getByRole('region', { name: 'Акты' }).getByRole('link').first()
  const number = await first.textContent()
  const hands = await keyboardOf(page)
  await first.focus()
  await hands.press('Enter')
  await expect(page).toHaveURL(/\/operator\/act\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number!)
})

test('a report is ordered for printing by keys and comes as PDF with its company and its sums @web', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'manager')
  await page.goto(`/operator/reports?order=unpaid_acts&date=${demoYear}-12-31`)
  await expect(page.getByRole('region', { name: 'Неоплаченные акты' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Вид файла' }).focus()
  await hands.press('Control+KeyA')
  await hands.type('PDF')
  await expect(highlighted(page)).toHaveText('PDF')
  await hands.press('Enter')
  const saving = page.waitForEvent('download')
  await hands.press('Control+Enter')
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Неоплаченные акты \d{4}-\d\d-\d\d\.pdf$/)
  const sheets = await pdfTexts(await readFile(await saved.path()))
  expect(sheets[0]).toContain('«ВторметаллЮг»,ИНН7736207543')
  expect(sheets[0]).toContain(`Надату:31.12.${demoYear}`)
  expect(sheets.join('')).toContain('Итого')
  expect(hands.pointer).toEqual([])
})

test('a super administrator sees the turnover of companies and comes to one of them @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto(`/super/reports?order=platform_turnover&${PERIOD}`)
  const table = page.getByRole('region', { name: 'Обороты компаний' })
  await expect(table.locator('tbody tr').first()).toBeVisible()
  await shot(page, 'report-platform_turnover')
  const hands = await keyboardOf(page)
  await table.getByRole('link').first().focus()
  await hands.press('Enter')
  await expect(page).toHaveURL(/\/super\/companies\?id=/)
})

test('a supplier is found by words for a report, and stays in its address @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  const shown = page.waitForResponse((answer) => answer.url().includes(report.preview.path))
  await page.goto(`/operator/reports?order=purchases_by_supplier&${PERIOD}`)
  const all = ((await (await shown).json()) as { rows: string[][] }).rows
  // A person, by the surname: the form of a firm, by which its name begins, finds none of them.
  const person = all.find(([name]) => !/^[А-ЯЁ]{2,4} /.test(name!))!
  const words = person[0]!.split(' ').at(0)!
  const hands = await keyboardOf(page)
  await page.getByRole('button', { name: 'Изменить условия' }).click()
  await page.getByRole('combobox', { name: 'Поставщик' }).focus()
  await hands.type(words)
  await expect(highlighted(page)).toBeVisible()
  await hands.press('Enter')
  await expect(page).toHaveURL(/supplier_id=[0-9a-f-]{36}/)
  const table = page.getByRole('region', { name: 'Закупки по поставщикам' })
  await expect(table.and(page.locator('[aria-busy="false"]')).locator('tbody tr')).toHaveCount(1)
  await page.reload()
  await page.getByRole('button', { name: 'Изменить условия' }).click()
  await expect(page.getByRole('combobox', { name: 'Поставщик' })).toHaveValue(new RegExp(words))
})

test('on a phone the buttons of a chart keep their words beside a long title @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const type of ['contamination_losses', 'purchases_by_supplier', 'purchases_by_site']) {
    await page.goto(`/operator/reports?order=${type}&${PERIOD}`)
    const chart = page.getByRole('figure')
    for (const name of ['Таблица', 'CSV']) {
      const label = chart.getByRole('button', { name }).getByText(name, { exact: true })
      await expect(label).toBeVisible()
      const cut = await label.evaluate((word) => word.scrollWidth - word.clientWidth)
      expect(cut, `${name} of ${type}`).toBeLessThanOrEqual(0)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await phoneShot(page, `chart-${type}`, chart)
  }
})
