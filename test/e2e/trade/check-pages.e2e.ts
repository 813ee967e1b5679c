import { expect, type Page } from '@playwright/test'
import { actCode, sheet } from '../../builders/sheets.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('each page is seen before it is accepted or rejected, by the keyboard alone', async ({
  page,
}) => {
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${issued.id}`)
  const check = page.getByRole('dialog', { name: `Проверка листов акта № ${issued.number}` })
  const accept = check.getByRole('button', { name: 'Принять лист' })
  await test.step('the only page is rejected: the act stays issued, and the page keeps its reason', async () => {
    await attach(page, [{ bytes: await sheet(null, { turned: 7, blurred: 3 }) }], 1)
    await page.keyboard.press('F8')
    await expect(check.getByRole('img', { name: /^Подписанный акт, лист/ })).toBeVisible()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Отклонить лист 1?' })
    await question.getByRole('button', { name: 'Снимок неразборчив' }).focus()
    await page.keyboard.press('Enter')
    await accessibleInBothThemes(page, 'reason of a rejection')
    await shot(page, 'check-reason')
    await page.keyboard.press('Control+Enter')
    await expect(check.getByText('Отклонён: Снимок неразборчив')).toBeVisible()
    await expect(check.getByRole('button', { name: 'Отклонить и не подписывать' })).toBeFocused()
    await shot(page, 'check-rejected')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Листы отклонены, подписанного листа у акта нет')
    await expect(check).toBeHidden()
    await expect(page.getByText('Выписан', { exact: true }).first()).toBeVisible()
    await page.keyboard.press('F8')
    await expectToast(page, 'Сначала приложите скан подписанного акта')
  })
  await test.step('a PDF is drawn; J and K turn, a decision can be taken back, closing asks', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(page.request, 'operator')}` }
    const print = await page.request.get(`/api/v1/act/getActPdf?actId=${issued.id}`, { headers })
    await attach(
      page,
      [{ bytes: await sheet(actCode(issued.id)) }, { bytes: await print.body(), pdf: true }],
      3,
    )
    await page.keyboard.press('F8')
    await expect(check.getByText('Лист 1 из 2')).toBeVisible()
    await page.keyboard.press('j')
    await expect(check.getByText('Лист 2 из 2')).toBeVisible()
    await expect(check.getByRole('img', { name: 'Подписанный акт, лист 3' })).toBeVisible()
    await accessibleInBothThemes(page, 'check of pages')
    await shot(page, 'check-pdf')
    await phoneShot(page, 'check-pdf')
    await expect(accept).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(check.getByText('Лист 1 из 2')).toBeVisible()
    await expect(check.getByText('Осталось проверить: 1\u00a0лист')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await check.getByRole('button', { name: 'Проверить заново' }).press('Enter')
    await expect(check.getByText('Осталось проверить: 2\u00a0листа')).toBeVisible()
    await expect(accept).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the last page is accepted by Enter, and Enter signs', async () => {
    await expect(check.getByRole('img', { name: /^Подписанный акт, лист/ })).toBeVisible()
    await accept.press('Enter')
    await expect(check.getByRole('button', { name: 'Подписать' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Акт подписан')
    await expect(page.getByText('Подписан', { exact: true }).first()).toBeVisible()
  })
})

/** `count` = pages of the act afterwards. */
async function attach(
  page: Page,
  sheets: { bytes: Buffer; pdf?: boolean }[],
  count: number,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Скан', exact: true }).click()
  const files = sheets.map(({ bytes, pdf = false }, place) => ({
    name: `list-${place}.${pdf ? 'pdf' : 'jpg'}`,
    mimeType: pdf ? 'application/pdf' : 'image/jpeg',
    buffer: bytes,
  }))
  await (await chooser).setFiles(files)
  await expect(page.getByRole('link', { name: 'Подписанный акт' })).toHaveCount(count)
}
