import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { pdfOf } from '../../builders/pdf-sheet.ts'
import { actCode, printedSheet, sheet } from '../../builders/sheets.ts'
import { accessible } from '../support/access.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const heapOf = (page: Page) => page.getByRole('dialog', { name: 'Разложить сканы' })

/** Issued acts of one supplier with their first printed pages as a scanner gives them, each askew in its own way. */
async function printActs(page: Page, many: number) {
  const issued: Awaited<ReturnType<typeof issueAct>>[] = []
  while (issued.length < many) issued.push(await issueAct(page.request, issued[0]?.supplier))
  // Last, since each step above signs in and a person has few sessions.
  const headers = { authorization: `Bearer ${await enterAs(page, 'operator')}` }
  const acts: { id: string; number: string; page: Buffer }[] = []
  for (const [place, { id, number }] of issued.entries()) {
    const print = await page.request.get(`/api/v1/act/getActPdf?actId=${id}`, { headers })
    expect(print.status()).toBe(200)
    acts.push({ id, number, page: await printedSheet(await print.body(), place * 5 - 20) })
  }
  return acts
}

test('twelve scanned sheets find their acts by themselves, and the one without a code is given its act by hand @web', async ({
  page,
}) => {
  const acts = await printActs(page, 10)
  const [first, second, ...others] = acts
  const last = others.pop()!
  const foreign = await sheet(actCode(randomUUID()))
  const heap = [
    ...[first!, ...others].map(({ page }, place) => jpeg(`scan-${place + 1}.jpg`, page)),
    { name: 'scan-9.pdf', mimeType: 'application/pdf', buffer: pdfOf(second!.page) },
    jpeg('чужой.jpg', foreign),
    jpeg('без кода.jpg', await sheet(null)),
    jpeg('ещё раз.jpg', first!.page),
  ]
  expect(heap).toHaveLength(12)
  await page.goto('/operator/documents')
  await expect(page.getByRole('button', { name: 'Разложить сканы' })).toBeEnabled()
  const dialog = heapOf(page)
  const status = dialog.getByRole('status')
  const rowOf = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await test.step('chosen by keyboard, they are sent two at a time and lie at their acts', async () => {
    await page.keyboard.press('F7')
    await expect(dialog.getByRole('button', { name: 'Выбрать файлы' })).toBeFocused()
    await shot(page, 'heap-empty')
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(heap)
    await expect(status).toHaveText(
      '12 из 12: разложено 9, уже приложено 1, без QR-кода 1, не принято 1',
    )
    for (const [place, act] of [first!, ...others].entries())
      await expect(rowOf(`scan-${place + 1}.jpg`)).toContainText(`Акт № ${act.number} приложен`)
    await expect(rowOf('scan-9.pdf')).toContainText(`Акт № ${second!.number} приложен`)
    await expect(rowOf('ещё раз.jpg')).toContainText(
      `Акт № ${first!.number} этот лист уже приложен`,
    )
    await expect(rowOf('чужой.jpg')).toContainText('акта, которого нет в вашей компании')
    await expect(rowOf('без кода.jpg')).toContainText('На листе не найден QR-код акта')
    await shot(page, 'heap')
    await phoneShot(page, 'heap')
    await accessible(page, 'the heap')
  })
  await test.step('the sheet without a code is given its act by its number', async () => {
    await dialog.getByRole('button', { name: 'Выбрать акт для без кода.jpg' }).focus()
    await page.keyboard.press('Enter')
    const choice = page.getByRole('dialog', { name: 'Чей это лист?' })
    await expect(choice.getByAltText('Лист без кода.jpg')).toBeVisible()
    await expect(choice.getByLabel('Акт')).toBeFocused()
    await page.keyboard.type(last.number)
    await expect(page.getByRole('option', { name: last.number })).toBeVisible()
    await shot(page, 'heap-choice')
    await phoneShot(page, 'heap-choice')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect(rowOf('без кода.jpg')).toContainText(
      `Акт № ${last.number} приложен без QR-кода: сверьте номер при подписании`,
    )
    await expect(status).toHaveText('12 из 12: разложено 10, уже приложено 1, не принято 1')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  })
  await test.step('what was not taken is sent again, what lies at its act is put away', async () => {
    const again = page.waitForResponse(/sortScan/)
    await dialog.getByRole('button', { name: 'Повторить неудачные' }).press('Enter')
    expect((await again).status()).toBe(409)
    await expect(status).toHaveText('12 из 12: разложено 10, уже приложено 1, не принято 1')
    await dialog.getByRole('button', { name: 'Убрать разложенные' }).press('Enter')
    await expect(status).toHaveText('1 из 1: не принято 1')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('the list of documents has them', async () => {
    const named = page.getByRole('row').filter({ hasText: last.number })
    await expect(named.first()).toBeVisible()
  })
})

test('a heap that was dropped on the screen is stopped, goes on, and asks before it is closed @web', async ({
  page,
}) => {
  const acts = await printActs(page, 3)
  await page.goto('/operator/documents')
  await expect(page.getByRole('button', { name: 'Разложить сканы' })).toBeEnabled()
  const held = Promise.withResolvers<void>()
  await page.route(/sortScan/, async (route) => {
    await held.promise
    await route.continue()
  })
  const pictures = acts.map(({ page }) => page.toString('base64'))
  await page.getByRole('heading', { level: 1 }).evaluate((heading, texts) => {
    const dataTransfer = new DataTransfer()
    for (const [place, text] of texts.entries()) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], `${place + 1}.jpg`, { type: 'image/jpeg' }))
    }
    const facts = { dataTransfer, bubbles: true, cancelable: true }
    heading.dispatchEvent(new DragEvent('dragover', facts))
    heading.dispatchEvent(new DragEvent('drop', facts))
  }, pictures)
  const dialog = heapOf(page)
  const status = dialog.getByRole('status')
  await expect(status).toHaveText('0 из 3')
  await dialog.getByRole('button', { name: 'Остановить' }).press('Enter')
  held.resolve()
  await expect(status).toHaveText('2 из 3: разложено 2')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Закрыть окно?' })
  await expect(question).toContainText('Отправлены не все файлы')
  await shot(page, 'heap-closing')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Продолжить' }).press('Enter')
  await expect(status).toHaveText('3 из 3: разложено 3')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a file that is dropped beside the places for files is not opened instead of the screen @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/documents')
  await page.getByRole('button', { name: 'Разложить сканы' }).click()
  const dialog = heapOf(page)
  await expect(dialog.getByRole('button', { name: 'Выбрать файлы' })).toBeFocused()
  const beside = {
    'the heading of the window': dialog.getByRole('heading', { name: 'Разложить сканы' }),
    'its button': dialog.getByRole('button', { name: 'Закрыть' }).last(),
    'the window itself': dialog,
    'the page under it': page.locator('body'),
  }
  // What cancels them is loaded after the start of the screens.
  for (const [place, target] of Object.entries(beside))
    await expect.poll(() => drag(target, 'file'), place).toEqual([true, true])
  expect(await drag(dialog, 'text')).toEqual([false, false])
  await expect(dialog.getByRole('status')).toHaveCount(0)
  expect(await drag(dialog.getByRole('region', { name: 'Выбор файлов' }), 'file')).toEqual([
    true,
    true,
  ])
  await expect(dialog.getByRole('status')).toHaveText('1 из 1: не принято 1')
})

/** Drags something over a place and drops it there; whether each of the two was taken from the browser. */
function drag(target: Locator, what: 'file' | 'text'): Promise<boolean[]> {
  return target.evaluate((element, what) => {
    const dataTransfer = new DataTransfer()
    if (what === 'file') dataTransfer.items.add(new File(['x'], 'x.txt', { type: 'text/plain' }))
    else dataTransfer.setData('text/plain', 'x')
    return ['dragover', 'drop'].map((name) => {
      const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      return event.defaultPrevented
    })
  }, what)
}
