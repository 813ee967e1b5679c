import { expect, type Locator, type Page } from '@playwright/test'
import { pdf } from '../../builders/pictures.ts'
import { actCode, sheet } from '../../builders/sheets.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { issueAct, stepsOf } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('each page is seen before it is accepted or rejected, by the keyboard alone @web', async ({
  page,
}) => {
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${issued.id}`)
  const check = page.getByRole('dialog', { name: `Проверка листов акта № ${issued.number}` })
  const accept = check.getByRole('button', { name: /^Принять (лист|и подписать)$/ })
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
    await attach(page, [{ bytes: await sheet(actCode(issued.id)) }], 3)
    await expectToast(page, 'Лист уже приложен: лист 2')
    await page.keyboard.press('F8')
    await expect(check.getByText('1 из 2 новых')).toBeVisible()
    await expect(check.getByText('Лист 2', { exact: true })).toBeVisible()
    await page.keyboard.press('j')
    await expect(check.getByText('2 из 2 новых')).toBeVisible()
    await expect(check.getByText('Лист 3', { exact: true })).toBeVisible()
    await expect(check.getByRole('img', { name: 'Подписанный акт, лист 3' })).toBeVisible()
    await accessibleInBothThemes(page, 'check of pages')
    await shot(page, 'check-pdf')
    await phoneShot(page, 'check-pdf')
    await expect(accept).toBeFocused()
    await expect(accept).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(check.getByText('1 из 2 новых')).toBeVisible()
    await expect(check.getByText('Осталось проверить: 1\u00a0лист')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await check.getByRole('button', { name: 'Проверить заново' }).press('Enter')
    await expect(check.getByText('Осталось проверить: 2\u00a0листа')).toBeVisible()
    await expect(accept).toBeFocused()
    await expect(accept).toBeEnabled()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the last page is accepted and signs by one Enter, as its button says', async () => {
    await expect(accept).toBeEnabled()
    await expect(accept).toHaveText('Принять и подписать')
    await accept.press('Enter')
    await expectToast(page, 'Акт подписан')
    await expect(page.getByText('Подписан', { exact: true }).first()).toBeVisible()
  })
  await test.step('a later page is rejected in the table, which says who checked each and when', async () => {
    const reject = page.getByRole('button', { name: /^Отклонить лист/ })
    await expect(reject).toHaveCount(0)
    await attach(page, [{ bytes: await sheet(null, { turned: 2, blurred: 2 }) }], 4)
    const rows = page.getByRole('table').filter({ hasText: 'Проверен' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('Снимок неразборчив')
    await expect(rows.nth(1).getByText(CHECKED)).toHaveCount(2)
    await expect(rows.nth(4)).toContainText('Новый')
    await expect(rows.nth(4).getByText(CHECKED)).toHaveCount(1)
    await rows.nth(4).scrollIntoViewIfNeeded()
    await shot(page, 'act-scans-new')
    await phoneShot(page, 'act-scans-new', rows.nth(4))
    await reject.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Отклонить лист 4?' })
    await question.getByRole('button', { name: 'Нет подписи' }).press('Enter')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Лист 4 отклонён')
    await expect(rows.nth(4)).toContainText('Отклонён')
    await expect(rows.nth(4)).toContainText('Нет подписи')
    await expect(rows.nth(4).getByText(CHECKED)).toHaveCount(2)
    await expect(reject).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Показать лист 4' })).toBeFocused()
    await accessibleInBothThemes(page, 'pages of an act')
    await rows.nth(4).scrollIntoViewIfNeeded()
    await shot(page, 'act-scans')
    await phoneShot(page, 'act-scans', rows.nth(1))
  })
  await test.step('one more is rejected in the window of the check: the act stays signed, and the words say so', async () => {
    await attach(page, [{ bytes: await sheet(null, { turned: 4, blurred: 1 }) }], 5)
    await page.getByRole('button', { name: 'Проверить листы' }).press('Enter')
    await expect(check.getByText('Лист 5', { exact: true })).toBeVisible()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Отклонить лист 5?' })
    await question.getByRole('button', { name: 'Нет подписи' }).press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect(check.getByRole('button', { name: 'Отклонить лист' })).toBeFocused()
    await shot(page, 'check-signed')
    await phoneShot(page, 'check-signed')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Лист 5 отклонён, акт остаётся подписанным')
    await expect(check).toBeHidden()
    await expect(page.getByText('Подписан', { exact: true }).first()).toBeVisible()
  })
  await test.step('one that another person accepts meanwhile says so, and the keyboard stays in its row', async () => {
    await attach(page, [{ bytes: await sheet(null, { turned: 6, blurred: 1 }) }], 6)
    await page.getByRole('button', { name: 'Отклонить лист 6' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Отклонить лист 6?' })
    await expect(question).toBeVisible()
    await acceptLast(page, issued.id)
    await question.getByRole('button', { name: 'Нет подписи' }).press('Enter')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Лист 6 уже принят (')
    await expect(page.getByRole('button', { name: 'Показать лист 6' })).toBeFocused()
    await shot(page, 'reject-late')
  })
  await test.step('a PDF is seen from the table too, and its window closes by Esc', async () => {
    const shown = page.getByRole('dialog', { name: 'Подписанный акт, лист 3' })
    await page.getByRole('button', { name: 'Показать лист 3' }).press('Enter')
    await expect(shown.getByRole('img', { name: 'Подписанный акт, лист 3' })).toBeVisible()
    await accessibleInBothThemes(page, 'a page of an act')
    await shot(page, 'act-page')
    await phoneShot(page, 'act-page')
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(page.getByRole('button', { name: 'Показать лист 3' })).toBeFocused()
  })
})

test('nothing is accepted before it was seen: not what failed, not the later pages of a PDF @web', async ({
  page,
}) => {
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${issued.id}`)
  const code = actCode(issued.id)
  const sheets = [
    { bytes: await sheet(code) },
    { bytes: pdf(3), pdf: true },
    { bytes: await sheet(code, { turned: 3 }) },
  ]
  await attach(page, sheets, 3)
  const check = page.getByRole('dialog', { name: `Проверка листов акта № ${issued.number}` })
  const accept = check.getByRole('button', { name: /^Принять (лист|и подписать)$/ })
  const apart = check.getByRole('link', { name: 'Открыть отдельно' })
  const left = (count: string) => check.getByText(`Осталось проверить: ${count}`)
  await test.step('a page that failed is not accepted, also after it was opened apart; a repeat shows it', async () => {
    await refusePages(page, 409, 'common.damaged', 'Сохранённые байты изменены')
    await page.keyboard.press('F8')
    await expect(check.getByRole('alert')).toContainText('Сохранённые байты изменены')
    await expect(accept).toBeFocused()
    for (let times = 0; times < 4; times++) await page.keyboard.press('Enter')
    await expectToast(page, 'Лист не показан: нажмите «Повторить»')
    await openApart(page, apart)
    await expect(accept).toBeDisabled()
    await expect(left('3\u00a0листа')).toBeVisible()
    await accessibleInBothThemes(page, 'a page that failed')
    await shot(page, 'check-failed')
    await phoneShot(page, 'check-failed')
    await page.unroute(PAGES)
    await check.getByRole('button', { name: 'Повторить' }).press('Enter')
    await expect(check.getByRole('img', { name: 'Подписанный акт, лист 1' })).toBeVisible()
    await expect(accept).toBeFocused()
    await expect(accept).toBeEnabled()
  })
  await test.step('Enter accepts the page, then turns the pages of the PDF and accepts it at its end', async () => {
    await page.keyboard.press('Enter')
    await expect(left('2\u00a0листа')).toBeVisible()
    await expect(check.getByRole('button', { name: 'Дальше: страница 2 из 3' })).toBeFocused()
    await shot(page, 'check-turn')
    await phoneShot(page, 'check-turn')
    await page.keyboard.press('Enter')
    await expect(check.getByRole('button', { name: 'Дальше: страница 3 из 3' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(check.getByRole('img', { name: /страница 3$/ })).toBeInViewport()
    await expect(accept).toBeFocused()
    await expect(accept).toBeEnabled()
    await expect(left('2\u00a0листа')).toBeVisible()
  })
  await test.step('a page that cannot be drawn is accepted only after it was opened apart', async () => {
    await refusePages(page, 415, 'file.bad-type', 'Страница PDF повреждена')
    await page.keyboard.press('Enter')
    await expect(check.getByRole('alert')).toContainText('Страница PDF повреждена')
    await expect(check.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
    await accept.press('Enter')
    await expectToast(page, 'Лист здесь не показать: откройте его отдельно')
    await expect(left('1\u00a0лист')).toBeVisible()
    await shot(page, 'check-undrawable')
    await openApart(page, apart)
    await expect(accept).toBeEnabled()
    await expect(accept).toHaveText('Принять и подписать')
    await accept.press('Enter')
    await expectToast(page, 'Акт подписан')
  })
})

/** Another person accepts the last page of a signed act. */
async function acceptLast(page: Page, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'manager')}` }
  const read = await page.request.get(`/api/v1/act/getAct?id=${id}`, { headers })
  const { version, scans } = (await read.json()) as { version: number; scans: { id: string }[] }
  const manager = await stepsOf(page.request, 'manager')
  const accepted_scan_ids = [scans.at(-1)!.id]
  await manager('post', 'act/update', { command: 'sign', id, version, accepted_scan_ids })
}

const PAGES = /files\/getPage/

/** Every page of a file is refused from here on. */
const refusePages = (page: Page, status: number, code: string, message: string) =>
  page.route(PAGES, (route) => route.fulfill({ status, json: { code, message } }))

/** Opens a page in a window of its own, and closes that. */
async function openApart(page: Page, link: Locator): Promise<void> {
  const opened = page.waitForEvent('popup')
  await link.click()
  const window = await opened
  await window.close()
}

/** When a page came, and when it was checked. */
const CHECKED = /\d{2}\.\d{2}\.\d{4}.*\d{2}:\d{2}/

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
