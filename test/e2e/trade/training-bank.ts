import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { inWindows } from '#test/builders/bank-files/bank-statement.ts'
import { accessible } from '../support/access.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

/** A person drops the file on the page of the training bank, has it carried out there and takes the statement away. */
export async function throughTrainingBank(product: Page, text: string): Promise<string> {
  return test.step('the training bank takes the file, carries it out and gives a statement', async () => {
    // Another program's page: a browser of its own, so that the product's is still held to its own addresses.
    const page = await product.context().browser()!.newPage()
    await page.goto(new URL('/training-bank', product.url()).href)
    await dropFile(page, text, page.locator('#drop'))
    await expect(page.getByRole('status')).toContainText('поручений 1')
    await page.getByRole('button', { name: 'Исполнить все' }).click()
    const paid = page.getByRole('row').filter({ hasText: 'Файлы' }).first()
    await expect(paid).toContainText('исполнен')
    await expect(paid).toContainText('19,00')
    await shot(page, 'training-bank')
    await phoneShot(page, 'training-bank')
    await accessible(page, 'training-bank')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать выписку' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^kl_to_1c_.*\.txt$/)
    const statement = await textOf(await file.path())
    await page.close()
    return statement
  })
}

/** Drops a text in windows-1251 on a place of the page, as a person drags it from a folder. */
export async function dropFile(page: Page, text: string, area: Locator): Promise<void> {
  const bytes = [...inWindows(text)]
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(given)], 'kl_to_1c.txt', { type: 'text/plain' }))
    return transfer
  }, bytes)
  await area.dispatchEvent('dragover', { dataTransfer: data })
  await area.dispatchEvent('drop', { dataTransfer: data })
}

export const textOf = async (path: string, encoding = 'windows-1251') =>
  new TextDecoder(encoding).decode(await readFile(path))
