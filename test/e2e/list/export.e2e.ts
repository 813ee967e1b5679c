import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readZip } from '#server/unpack/read-zip.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { plain, readSaved, readShown, type ShownList } from '../support/files/exported.ts'
import { keyboardOf } from '../support/hands.ts'
import { expectToast, hold, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

/** Narrowed and in an order of its own, so that a file that ignores either differs. */
const ACTS = '/operator/acts?kind=psa&sort=total_kop'

const exportButton = (page: Page) => page.getByRole('button', { name: 'Выгрузка' })

async function openActs(page: Page): Promise<void> {
  await page.goto(ACTS)
  await expect(exportButton(page)).toBeVisible()
}

let shownOnce: Promise<ShownList> | undefined

/** The rows of all pages of the list, read once: no other journey of this file makes an act. */
async function shownActs(page: Page): Promise<ShownList> {
  await enterAs(page, 'operator')
  const shown = await (shownOnce ??= readShown(page, ACTS))
  expect(shown.rows.length).toBeGreaterThan(5)
  return shown
}

/** Why nothing is left to pay is a word of the screen alone: a file has the amounts. */
function rowsOfFile({ heads, rows }: ShownList): string[][] {
  const due = heads.indexOf('К выплате')
  return rows.map((row) =>
    row.map((cell, place) => (place === due && !/\d/.test(cell) ? '' : cell)),
  )
}

/** Holds a file against the screen before it; a payment of the demo may be paid meanwhile, then against the screen after it. */
async function holdAgainst(page: Page, compare: (shown: ShownList) => void): Promise<void> {
  try {
    compare(await shownActs(page))
  } catch {
    shownOnce = undefined
    compare(await shownActs(page))
  }
}

test('a filtered list is saved by mouse as the workbook of what the screen shows @web', async ({
  page,
}) => {
  await shownActs(page)
  await openActs(page)
  await exportButton(page).click()
  const choice = page.getByRole('group', { name: 'Выгрузка списка' })
  await expect(choice).toBeVisible()
  await shot(page, 'export-choice')
  await accessible(page, 'the choice of a file')
  const saving = page.waitForEvent('download')
  await choice.getByRole('button', { name: 'XLSX для Excel' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Акты \d{4}-\d\d-\d\d\.xlsx$/)
  await expectToast(page, 'Файл «Акты» готов')
  const [heads, ...rows] = await readSaved(saved)
  await holdAgainst(page, (shown) => {
    expect(heads!.map((head) => head.replace(/, (₽|кг)$/, ''))).toEqual(shown.heads)
    const days = shown.heads.indexOf('Дата')
    const dayless = (row: string[]) => row.filter((_, place) => place !== days)
    expect(rows.slice(0, -1).map(dayless)).toEqual(rowsOfFile(shown).map(dayless))
    expect(sumsOf(rows.at(-1)!)).toEqual(shown.sums)
  })
})

const sumsOf = (row: string[]) => row.filter((cell) => cell !== '' && cell !== 'Итого')

test('the same list is saved as CSV by keys alone, days and all @web', async ({ page }) => {
  const hands = await keyboardOf(page)
  await shownActs(page)
  await openActs(page)
  await hands.press('Control+KeyE')
  await expect(page.getByRole('button', { name: 'XLSX для Excel' })).toBeFocused()
  await hands.press('Tab')
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeFocused()
  const saving = page.waitForEvent('download')
  await hands.press('Enter')
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Акты \d{4}-\d\d-\d\d\.csv$/)
  const [heads, ...rows] = await readSaved(saved)
  await holdAgainst(page, (shown) => {
    expect(heads!.map((head) => head.replace(/, (₽|кг)$/, ''))).toEqual(shown.heads)
    expect(rows.slice(0, -1)).toEqual(rowsOfFile(shown))
    expect(sumsOf(rows.at(-1)!)).toEqual(shown.sums)
  })
  expect(hands.pointer).toEqual([])
})

test('a list is copied as a table with the texts of the screen, badges as words @screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shown = await shownActs(page)
  await openActs(page)
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Скопировать таблицей' }).click()
  await expectToast(page, `Скопировано строк: ${shown.rows.length}`)
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const [heads, ...rows] = text.split('\n').map((line) => line.split('\t'))
  await holdAgainst(page, (now) => {
    expect(heads).toEqual(now.heads)
    expect(rows.map((row) => row.map(plain))).toEqual(now.rows)
  })
})

test('files are listed on the page of reports and saved from there by Enter @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await openActs(page)
  const first = page.waitForEvent('download')
  await exportButton(page).click()
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const asked = await readSaved(await first)
  await page.goto('/operator/reports')
  const row = page.locator('tbody tr[id^="row-"]').first()
  await expect(row).toContainText('Акты')
  await expect(row).toContainText('Готов')
  await shot(page, 'reports')
  await accessible(page, 'reports')
  await page.keyboard.press('ArrowDown')
  const again = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(await readSaved(await again)).toEqual(asked)
})

const UPDATE = '**/api/v1/user/updatePreference'

/** The account has taken a setting of columns in which these are hidden or shown. */
const keptHidden = (page: Page, wanted: Record<string, boolean>) =>
  page.waitForResponse((answer) => {
    if (!answer.url().endsWith('/user/updatePreference')) return false
    const { value } = answer.request().postDataJSON() as { value: { hidden: string[] } }
    return Object.entries(wanted).every(([id, gone]) => value.hidden.includes(id) === gone)
  })

test('columns set in one browser are the same in another and in the file @web', async ({
  page,
  browser,
  problems,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers')
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'ИНН' })).toBeVisible()
  await page.getByRole('button', { name: 'Колонки' }).click()
  const boxes = page.getByRole('list', { name: 'Колонки' })
  const letGo = await holdBack(page, UPDATE)
  const first = page.waitForRequest(UPDATE)
  await boxes.getByRole('checkbox', { name: 'ИНН' }).click()
  await first
  // The second column comes while it is being kept that the first is gone: both stay so.
  await boxes.getByRole('checkbox', { name: 'Согласие' }).click()
  const kept = keptHidden(page, { inn: true, consent: false })
  letGo()
  expect((await kept).status()).toBe(200)
  await expect(heads.filter({ hasText: 'ИНН' })).toHaveCount(0)
  await expect(heads.filter({ hasText: 'Согласие' })).toBeVisible()
  const chosen = await heads.allTextContents()
  const other = await browser.newContext()
  await hold(other, (problem) => problems.push(problem))
  const second = await other.newPage()
  await enterAs(second, 'operator')
  await second.goto('/operator/suppliers')
  await expect.poll(() => second.getByRole('columnheader').allTextContents()).toEqual(chosen)
  const saving = second.waitForEvent('download')
  await exportButton(second).click()
  await second.getByRole('button', { name: 'CSV', exact: true }).click()
  const [saved] = await readSaved(await saving)
  expect(saved!.map((head) => head.replace(/, (₽|кг)$/, ''))).toEqual(chosen.filter(Boolean))
  await other.close()
  const back = keptHidden(page, { inn: false, consent: true })
  await boxes.getByRole('checkbox', { name: 'ИНН' }).click()
  await boxes.getByRole('checkbox', { name: 'Согласие' }).click()
  await back
})

test('documents of the filter are ordered as one archive and stopped, those of a chosen act are saved @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await openActs(page)
  await exportButton(page).click()
  await shot(page, 'export-files')
  await page.getByRole('button', { name: 'Документы архивом' }).click()
  const dialog = page.getByRole('dialog', { name: 'Документы архивом' })
  await dialog.getByLabel('Приложить принятые сканы').check()
  await accessible(page, 'the order of an archive')
  await dialog.getByRole('button', { name: 'Собрать архив' }).click()
  await expect(dialog.getByText(/^Готовим: \d+ %/)).toBeVisible()
  await shot(page, 'archive-progress')
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await expectToast(page, 'Файл «Документы архивом» больше не готовится')
  await expect(dialog).toBeHidden()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Документы архивом' }).click()
  await expect(dialog.getByLabel('Только выбранные: 1')).toBeChecked()
  await shot(page, 'archive-chosen')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Собрать архив' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Документы архивом \d{4}-\d\d-\d\d\.zip$/)
  const names = namesIn(await readFile(await saved.path()))
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^Акт \d{4}-\d{6} от \d{4}-\d\d-\d\d\.pdf$/)
})

function namesIn(zip: Buffer): string[] {
  const bounds = { entries: 1000, unpacked: 200_000_000 }
  return [...readZip(zip, { ...bounds, bad: 'file.bad-type', large: 'file.too-large' }).keys()]
}
