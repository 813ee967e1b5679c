import { expect } from '@playwright/test'
import { accountProblem } from '#contract/requisites/account.ts'
import { bikEntry, realEd807 } from '../../builders/ed807.ts'
import { enterAs, findRecords, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/xml', buffer })

/** An account whose check digit holds with a БИК. */
const accountAt = (bik: string) =>
  Array.from({ length: 10 }, (_, key) => `40702810${key}00000009171`).find(
    (account) => accountProblem(account, bik) === undefined,
  )!

/** The published directory of another day, one bank renamed. */
function newer(day: string): Buffer {
  const text = new TextDecoder('windows-1251')
    .decode(realEd807())
    .replace('BusinessDay="2022-06-30"', `BusinessDay="${day}"`)
    .replace('NameP="ПАО СБЕРБАНК"', 'NameP="ПАО СБЕР"')
    .replace('encoding="Windows-1251"', 'encoding="UTF-8"')
  return Buffer.from(text)
}

test('the published directory is already loaded, a truncated one is refused, a newer one shows its changes @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/banks')
  const strip = page.getByRole('region', { name: 'Справочник БИК' })
  await expect(strip).toContainText('на 30.06.2022')
  await expect(strip).toContainText('поставляется с программой')
  await shot(page, 'bik-strip')
  const input = strip.locator('input[type=file]')
  const dialog = page.getByRole('dialog')
  for (const [bytes, said] of [
    [realEd807(), /загружен уже на 30\.06\.2022/],
    [realEd807().subarray(0, 400_000), /повреждён или обрезан/],
  ] as const) {
    await input.setInputFiles(file('20220630_ED807_full.xml', bytes))
    await expect(dialog).toContainText(said)
    await expect(dialog).toContainText('Прежний справочник остался без изменений')
    await shot(page, 'bik-refused')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await input.setInputFiles(file('20220701_ED807_full.xml', newer('2022-07-01')))
  await expect(dialog).toContainText('На 01.07.2022')
  await expect(dialog.getByRole('row', { name: /044525225 ПАО СБЕР Новое название/ })).toBeVisible()
  await shot(page, 'bik-changes')
  await page.keyboard.press('Enter')
  await expect(strip).toContainText('на 01.07.2022')
})

test('a БИК fills the name of the bank at once, and a closed bank has a warning @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?status=active&type=company')
  await page.getByRole('gridcell', { name: /ООО/ }).first().dblclick()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('tab', { name: 'Способы выплаты' }).click()
  await dialog
    .getByRole('button', { name: /Новый способ|Добавить/ })
    .first()
    .click()
  await dialog.getByText('На счёт', { exact: true }).click()
  await dialog.getByLabel('БИК').fill('044525974')
  await expect(dialog.getByRole('status').filter({ hasText: 'г Москва' })).toContainText(/БАНК/)
  await expect(dialog.getByLabel('Банк', { exact: true })).toHaveValue(/БАНК/)
  await shot(page, 'bik-field')
  await dialog.getByLabel('БИК').fill('044525597')
  await expect(dialog.getByRole('alert').filter({ hasText: 'ликвидируется' })).toBeVisible()
  await shot(page, 'bik-warning')
  await dialog.getByLabel('БИК').fill('044599999')
  await expect(dialog.getByRole('alert').filter({ hasText: 'нет в справочнике' })).toBeVisible()
  await expect(dialog.getByText(/^Справочник БИК на .* дн/).first()).toBeVisible()
  // Neither is that of the БИК before.
  await expect(dialog.getByLabel('Корр. счёт банка')).toHaveValue('')
  await expect(dialog.getByLabel('Банк', { exact: true })).toHaveValue('')
  await dialog.getByLabel(/^Счёт/).fill(accountAt('044599999'))
  await dialog.getByLabel('Банк', { exact: true }).fill('НОВЫЙ БАНК')
  await shot(page, 'bik-unknown')
  await phoneShot(page, 'bik-unknown')
  await page.keyboard.press('Control+Enter')
  const word = page.getByRole('dialog', { name: 'Банк под сомнением' })
  await expect(word).toContainText('нет в справочнике')
  await word.getByRole('textbox').fill('Реквизиты с сайта банка')
  await shot(page, 'bik-word')
  await word.getByRole('button', { name: 'Включить' }).click()
  await expectToast(page, 'Способ выплаты действует')
  await shot(page, 'bik-method')
  await enterAs(page, 'manager')
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Подготовка', exact: true }).click()
  const steps = page.getByRole('dialog', { name: 'Подготовка к работе' })
  const step = steps.getByRole('listitem').filter({ hasText: 'Справочник БИК' })
  await expect(step).toContainText('Скачайте ED807 с cbr.ru')
  await step.scrollIntoViewIfNeeded()
  await shot(page, 'bik-set-up')
  await phoneShot(page, 'bik-set-up')
})

test('a file that closes half of the banks needs a confirmation, and the former directory can be restored @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/banks')
  const strip = page.getByRole('region', { name: 'Справочник БИК' })
  await expect(strip).toContainText('на 01.07.2022')
  let place = 0
  const half = newer('2022-07-04')
    .toString()
    .replaceAll(/<BICDirectoryEntry .*?<\/BICDirectoryEntry>/gs, (entry) =>
      place++ % 2 ? entry : '',
    )
  // One more than half stays, or the file counts as cut.
  const rest = `${half.replace('</ED807>', '')}${bikEntry({ bik: '044525001', name: 'НОВЫЙ' })}</ED807>`
  const input = strip.locator('input[type=file]')
  const dialog = page.getByRole('dialog')
  await input.setInputFiles(file('half.xml', Buffer.from(rest)))
  await expect(dialog).toContainText('Закроется много банков')
  await expect(dialog.getByRole('table')).toContainText('Реквизитов')
  await shot(page, 'bik-closures')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(strip).toContainText('на 01.07.2022')
  await input.setInputFiles(file('half.xml', Buffer.from(rest)))
  await dialog.getByRole('button', { name: 'Загрузить всё равно' }).click()
  await expect(dialog).toContainText('На 04.07.2022')
  await page.keyboard.press('Enter')
  await expect(strip).toContainText('на 04.07.2022')
  await strip.getByRole('button', { name: 'Вернуть прежний' }).click()
  await expect(dialog).toContainText('Реквизиты и выплаты не меняются')
  await shot(page, 'bik-return')
  await dialog.getByRole('button', { name: 'Вернуть прежний' }).click()
  await expect(dialog).toContainText('возвращён прежний')
  await shot(page, 'bik-returned')
  await page.keyboard.press('Enter')
  await expect(strip).toContainText('на 01.07.2022')
})

test("a bank's full name and address stand in a consent as a super administrator typed them @web", async ({
  page,
  request,
}) => {
  const { supplier } = await findRecords(request, await tokenOf(request, 'operator'))
  const name = 'Учебный банк (публичное акционерное общество)'
  const address = '117342, г. Москва, ул. Учебная, д. 7'
  const type = async (values: readonly [string, string]) => {
    await enterAs(page, 'super')
    await page.goto('/super/banks')
    await page.getByRole('row').filter({ hasText: 'sandbox' }).dblclick()
    const form = page.getByRole('dialog')
    await form.getByLabel('Полное название для согласий').fill(values[0])
    await form.getByLabel('Адрес для согласий').fill(values[1])
    await shot(page, 'bank-legal')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await expect(form).toHaveCount(0)
  }
  await type([name, address])
  await enterAs(page, 'operator')
  await page.goto(`/print/consent/${supplier}`)
  await expect(page.getByText(name)).toContainText(address)
  await shot(page, 'consent-bank')
  // The demo is shared by all journeys.
  await type(['', ''])
})
