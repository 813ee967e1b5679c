import { expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const fixture = (name: string) => ({
  name,
  mimeType: XLSX,
  buffer: readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)),
})

test('a catalogue of another program is shown with every finding by row and column before anything is done @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/product')
  await page.getByRole('button', { name: 'Загрузить XLSX' }).click()
  const dialog = page.getByRole('dialog', { name: 'Загрузить номенклатуру из XLSX' })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(fixture('catalogue-openpyxl.xlsx'))
  await expect(dialog.getByRole('alert')).toContainText('ошиб')
  const problems = dialog.getByRole('region', { name: 'Ошибки файла' })
  await expect(problems.getByRole('row', { name: /^7 Засор, % Здесь формула без/ })).toBeVisible()
  const notes = dialog.getByRole('region', { name: 'Замечания к файлу' })
  await expect(notes.getByRole('row', { name: /^4 Группа Значение объединённой/ })).toBeVisible()
  await expect(notes.getByRole('row', { name: /^1 — Читается только лист/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Загрузить', exact: true })).toBeDisabled()
  await shot(page, 'import-foreign')
})
