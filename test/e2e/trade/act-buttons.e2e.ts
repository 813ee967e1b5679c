import { expect, type Page } from '@playwright/test'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'
import { actCode, sheet } from '../../builders/sheets.ts'

test.use({ onePage: true })

const head = (page: Page) => page.getByRole('main').locator('header').getByRole('button')

test('an act shows the next step and two beside it, the rest behind «…» with the void last @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  const menu = page.getByRole('dialog').getByRole('button')
  const more = page.getByRole('button', { name: 'Ещё' })
  await test.step('issued: it is printed first', async () => {
    await expect(head(page)).toHaveText(['', 'Сканер', 'Скан', 'Печать'])
    await more.click()
    await expect(menu).toHaveText([
      'Подписать',
      'К выплате',
      'PDF',
      'Пакет PDF',
      'Исправить',
      'Аннулировать',
    ])
    await shot(page, 'act-buttons-menu')
    await phoneShot(page, 'act-buttons-menu')
    await menu.filter({ hasText: 'Подписать' }).click()
    await expectToast(page, 'Сначала приложите скан подписанного акта')
    await expect(menu).toHaveCount(0)
  })
  await test.step('with a page: it is signed', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('F9')
    const buffer = await sheet(actCode(id))
    await (await chooser).setFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer })
    await expect(head(page)).toHaveText(['', 'Сканер', 'Скан', 'Подписать'])
    await page.keyboard.press('F8')
    const check = page.getByRole('dialog', { name: /^Проверка листов акта/ })
    await check.getByRole('button', { name: 'Принять и подписать' }).click()
    await expectToast(page, 'Акт подписан')
  })
  await test.step('signed: it is paid, and the scanner behind «…» still opens by its key', async () => {
    await expect(head(page)).toHaveText(['', 'Скан', 'Печать', 'К выплате'])
    await shot(page, 'act-buttons-signed')
    await phoneShot(page, 'act-buttons-signed')
    await page.keyboard.press('F7')
    const scanner = page.getByRole('dialog', { name: 'Сканер' })
    await expect(scanner).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(scanner).toHaveCount(0)
    await more.click()
    await menu.filter({ hasText: 'Сканер' }).click()
    await expect(scanner).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(scanner).toHaveCount(0)
  })
  await test.step('void: what is left is paper', async () => {
    await more.click()
    await menu.filter({ hasText: 'Аннулировать' }).click()
    const why = page.getByRole('dialog', { name: 'Аннулировать акт?' })
    await why.getByLabel('Причина').fill('Записан дважды')
    await why.getByRole('button', { name: 'Аннулировать' }).click()
    await givePin(page)
    await expect(head(page)).toHaveText(['', 'Печать'])
    await more.click()
    await expect(menu).toHaveText(['PDF', 'Пакет PDF'])
  })
})
