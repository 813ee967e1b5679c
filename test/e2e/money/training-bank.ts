import { readFile } from 'node:fs/promises'
import { expect, type APIResponse, type Locator, type Page } from '@playwright/test'
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

/** Takes the newest file that waits, and reads it. */
export async function takeFile(
  page: Page,
  button: string,
  name = /^1c_to_kl_.*\.txt$/,
  encoding = 'windows-1251',
): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(name)
  return textOf(await file.path(), encoding)
}

/** Gives a file to the button of statements. */
export async function upload(
  page: Page,
  content: string | Buffer,
  name = 'kl_to_1c.txt',
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Загрузить выписку' }).click()
  const buffer = typeof content === 'string' ? inWindows(content) : content
  const mimeType = name.endsWith('.zip') ? 'application/zip' : 'text/plain'
  await (await chooser).setFiles({ name, mimeType, buffer })
}

/** The control of the training bank, as its own page uses it. */
export async function trainingBankOf(page: Page) {
  const { request } = page
  const led = await request.get('/training-bank', { maxRedirects: 0 })
  const at = (path: string) => `${led.headers()['location']}/_ctl/${path}`
  const told = async (answer: APIResponse) => {
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  return {
    get: async <T>(path: string) => (await (await told(await request.get(at(path)))).json()) as T,
    put: async (path: string, data: unknown) => told(await request.put(at(path), { data })),
    post: async (path: string, data: unknown) => told(await request.post(at(path), { data })),
    /** Today's statement of an account as the bank writes it for 1С. */
    statement: async (account: string) => {
      const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Moscow' })
      const query = `format=1c&account=${account}&from=${day}&to=${day}`
      return (await told(await request.get(at(`statement?${query}`)))).body()
    },
  }
}
export type TrainingBank = Awaited<ReturnType<typeof trainingBankOf>>
