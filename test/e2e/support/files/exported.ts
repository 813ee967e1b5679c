import { readFile } from 'node:fs/promises'
import { expect, type Download, type Page } from '@playwright/test'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { readCells } from '../../../builders/made-workbook.ts'

const BOUNDS = { bytes: 10_000_000, rows: 10_000, columns: 60 }

/** A list on the screen, every page of it: heads, rows and the line of sums as texts. */
export interface ShownList {
  readonly heads: string[]
  readonly rows: string[][]
  /** From the first summed column on. */
  readonly sums: string[]
}

// From 40 rows on only those in view are drawn.
const PAGE = 25
const MOST_PAGES = 40

/** Reads all pages of the list at an address that has its filter and order. */
export async function readShown(page: Page, path: string): Promise<ShownList> {
  const rows: string[][] = []
  for (let number = 1; number <= MOST_PAGES; number++) {
    await page.goto(`${path}&size=${PAGE}&page=${number}`)
    const status = page.getByRole('status').filter({ hasText: / из \d/ })
    await expect(status).toBeVisible()
    const [, last, total] = /–(\d+) из (\d+)/.exec(await status.innerText())!
    const bodyRows = page.locator('tbody tr[id^="row-"]')
    await expect(bodyRows).toHaveCount(Number(last) - (number - 1) * PAGE)
    rows.push(
      ...(await bodyRows.evaluateAll((list) =>
        list.map((row) =>
          [...row.querySelectorAll('td[data-column]')].map((cell) => cell.textContent ?? ''),
        ),
      )),
    )
    if (last === total) break
  }
  const heads = await page.getByRole('columnheader').allTextContents()
  return {
    heads: heads.filter(Boolean),
    rows: rows.map((row) => row.map(plain)),
    sums: (await page.locator('tfoot td[data-align]').allTextContents()).map(plain).filter(Boolean),
  }
}

/** Units and grouping are the screen's: a figure is its number, a dash is nothing. */
export function plain(text: string): string {
  const short = text.replaceAll(/\s+/g, ' ').trim()
  if (short === '—') return ''
  const figure = /^(-?[\d ]+(?:,\d+)?) (?:₽|кг)$|^(-?\d[\d ]*(?:,\d+)?)$/.exec(short)
  const digits = figure?.[1] ?? figure?.[2]
  return digits ? String(Number(digits.replaceAll(' ', '').replace(',', '.'))) : short
}

const WORDS = new Set(Object.values<string>(sumMeanings))

/** Rows of a saved file in the words of the screen, without those under its sums; days of a workbook are counted from 1900. */
export async function readSaved(download: Download): Promise<string[][]> {
  const rows = await readRows(download)
  return rows.filter(([first]) => !WORDS.has(first!))
}

async function readRows(download: Download): Promise<string[][]> {
  const bytes = await readFile(await download.path())
  if (download.suggestedFilename().endsWith('.csv'))
    return readCsv(bytes, BOUNDS).map(({ cells }) => cells.map(plain))
  const rows = readCells(bytes, BOUNDS)
  return rows.map(({ cells }) =>
    cells.map((cell) => (typeof cell === 'number' ? String(cell) : plain(cell ?? ''))),
  )
}
