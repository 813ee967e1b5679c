import { expect, type Page } from '@playwright/test'
import { inWindows } from '#test/builders/bank-files/bank-statement.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'
import {
  answersTo,
  debitOf,
  possibleReturnOf,
  statementOf,
  thinStatement,
} from '#test/builders/bank-files/answers-to-orders.ts'
import { addAgreement, unpaidActOfFirm, type Act } from './file-agreement.ts'
import { dropFile, textOf, throughTrainingBank } from './training-bank.ts'

test.use({ onePage: true })

test('the act of a firm is paid by a file for the bank and by the statement that comes back @web', async ({
  page,
}) => {
  await addAgreement(page.request)
  const act = await unpaidActOfFirm(page.request)
  await test.step('the payment is saved and sent with the PIN of the manager', async () => {
    await enterAs(page, 'operator')
    await page.goto(`/operator/create_payment/details/${act.supplier_id}?act=${act.id}`)
    await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
    await givePin(page)
    await expect(page.getByText('Ждёт файла', { exact: true })).toBeVisible()
    await shot(page, 'file-waiting')
  })
  await test.step('until the file is taken it is a task: the operator reads who takes it, the manager is led to it', async () => {
    await page.goto('/operator')
    const matter = page.getByRole('link', { name: /Файл для банка не скачан/ })
    await expect(matter).toContainText('Файл скачивает')
    await shot(page, 'home-waiting-file')
    await phoneShot(page, 'home-waiting-file')
    await matter.click()
    await expect(page.getByRole('row').filter({ hasText: act.number })).toHaveCount(1)
    await enterAs(page, 'manager')
    await page.goto('/operator/money')
    await expect(page.getByRole('columnheader', { name: 'Ждёт файла' })).toBeVisible()
    await shot(page, 'money-waiting-file')
    await page.getByRole('link', { name: /Файл для банка не скачан/ }).click()
    await expect(page.getByRole('button', { name: 'Ждут скачивания' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await shot(page, 'registries-waiting')
  })
  await page.goto('/operator/payments?tab=registries')
  const row = page.getByRole('row').filter({ hasText: 'Файл в Сбербанк' }).first()
  await test.step('the file is taken, and the registry is sent', async () => {
    await expect(row).toContainText('Новый')
    await shot(page, 'registries')
    await accessible(page, 'registries')
  })
  await test.step('its register is saved as PDF and printed', async () => {
    const saving = page.waitForEvent('download')
    await row.getByRole('button', { name: 'PDF' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^Реестр выплат № Р-\d{4}-\d{4}.*\.pdf$/)
    await expect(row.getByRole('button', { name: 'Печать' })).toBeVisible()
    const link = row.getByRole('link', { name: /^Р-/ })
    const id = (await link.getAttribute('href'))!.replace(/.*registry=/, '')
    await page.goto(`/print/registry/${id}`)
    await expect(page.locator('html[data-print-ready="true"]')).toBeAttached()
    await expect(page.getByText('Всего платежей: 1 (один).')).toBeVisible()
    await shot(page, 'register')
    await page.goto('/operator/payments?tab=registries')
  })
  const text = await takeFile(page, 'Файл для банка')
  await expect(row).toContainText('Передан')
  await expect(row).toContainText('Скачан 1 раз')
  await test.step('a copy is asked about and is the same', async () => {
    await row.getByRole('button', { name: 'Копия файла' }).click()
    const question = page.getByRole('dialog', { name: /Скачать копию файла/ })
    await expect(question).toContainText('банк может заплатить второй раз')
    await shot(page, 'file-copy')
    const download = page.waitForEvent('download')
    await question.getByRole('button', { name: 'Скачать копию' }).click()
    const copy = await download
    expect(copy.suggestedFilename()).toMatch(/_копия_1\.txt$/)
    expect(await textOf(await copy.path())).toBe(text)
  })
  const statement = await throughTrainingBank(page, text)
  await page.getByRole('link', { name: 'Выписки' }).click()
  await test.step('a file that is cut is refused in words', async () => {
    await upload(page, statement.replace('КонецФайла', ''))
    const refused = page.getByRole('dialog', { name: 'Выписка не загружена' })
    await expect(refused).toContainText('Файл обрезан')
    await shot(page, 'statement-refused')
    await page.keyboard.press('Escape')
  })
  await test.step('the statement is dropped: its line is the payment, which is paid', async () => {
    await dropFile(page, statement, page.getByRole('region', { name: 'Загрузка выписки' }))
    await expectToast(page, 'Загружено: 1\u00a0выписка')
    const line = page.getByRole('row').filter({ hasText: 'Метка в назначении' })
    await expect(line).toContainText('Сопоставлена')
    await expect(line).toContainText('Оплачен')
    await expect(page.getByRole('row').filter({ hasText: 'Комиссия банка' })).toHaveCount(1)
    await shot(page, 'statement')
    await phoneShot(page, 'statement')
    await accessible(page, 'statement')
  })
  await test.step('the same file again changes nothing', async () => {
    await upload(page, statement)
    await expect(page.getByText('уже загружен')).toBeVisible()
    await expect(page, 'its own statement is opened').toHaveURL(/statement=[\da-f-]{36}$/)
  })
  await test.step('what a thin statement leaves in doubt stands beside its lines and above them', async () => {
    await upload(page, thinStatement(statement))
    const doubts = page.getByRole('list', { name: 'Сомнения' })
    await expect(doubts.first()).toHaveText('Банк не назвал день проводки: взят день документа')
    const left = page.getByRole('list', { name: 'Из файла не взято' })
    await expect(left).toContainText('40702840900000000002 не в рублях')
    await expect(
      page.getByText(/^Остатков в файле нет: .*не указано «ВсегоСписано»\.$/),
    ).toBeVisible()
    await shot(page, 'statement-in-doubt')
    await phoneShot(page, 'statement-in-doubt')
    await accessible(page, 'statement-in-doubt')
  })
  await test.step('the registry is done, and its file is given no more', async () => {
    await page.getByRole('link', { name: 'Реестры' }).click()
    await expect(row).toContainText('Исполнен')
    await shot(page, 'registry-done')
  })
  await page.getByRole('link', { name: 'Выплаты', exact: true }).first().click()
  await expect(page.getByRole('row').filter({ hasText: act.number }).first()).toContainText(
    'Оплачен',
  )
  await test.step('money that may have come back waits, with the payments that it may be, until a person says what it is', async () => {
    await page.goto('/operator/payments?tab=statements')
    await upload(page, possibleReturnOf(text))
    const line = page.getByRole('row').filter({ hasText: 'Возможно, это возврат выплаты' })
    await expect(line).toContainText('Предложена')
    await shot(page, 'statement-possible-return')
    await phoneShot(page, 'statement-possible-return')
    await enterAs(page, 'operator')
    await page.goto('/operator/payments?tab=discrepancies')
    const found = page.getByRole('row').filter({ hasText: 'может быть возвратом выплаты' })
    await expect(found.getByRole('button', { name: 'Вернулась эта' })).toBeVisible()
    await expect(found).toContainText('сумма та же')
    await shot(page, 'possible-return')
    await phoneShot(page, 'possible-return')
    await accessible(page, 'possible-return')
    await found.getByRole('button', { name: 'Это не возврат' }).click()
    await page
      .getByRole('textbox', { name: 'Что это за деньги' })
      .fill('Свои деньги с другого счёта')
    await page.getByRole('button', { name: 'Дальше' }).click()
    await expectToast(page, 'Расхождение закрыто')
    await expect(page.getByText('Открытых расхождений нет')).toBeVisible()
    await enterAs(page, 'manager')
  })
  await test.step('the money comes back by a statement: two people record it, and the act is due again', async () => {
    await page.goto('/operator/payments?tab=statements')
    await upload(page, statementOf(text, 'Возврат: счёт закрыт. '))
    await expect(page.getByRole('row').filter({ hasText: 'Похоже на возврат' })).toHaveCount(1)
    await enterAs(page, 'operator')
    await page.goto('/operator/payments?tab=discrepancies')
    const found = page.getByRole('row').filter({ hasText: 'Похоже на возврат выплаты' })
    await expect(found).toContainText('Возврат: счёт закрыт')
    await shot(page, 'discrepancies')
    await phoneShot(page, 'discrepancies')
    await accessible(page, 'discrepancies')
    await found.getByRole('button', { name: 'Подтвердить возврат' }).click()
    await page.getByRole('textbox', { name: 'Почему вернули' }).fill('Счёт получателя закрыт')
    await page.getByRole('button', { name: 'Дальше' }).click()
    await givePin(page)
    await expectToast(page, 'Возврат записан: акты снова к выплате')
    await expect(page.getByText('Открытых расхождений нет')).toBeVisible()
    await page.goto(`/operator/create_payment/details/${act.supplier_id}?act=${act.id}`)
    await expect(page.getByRole('checkbox', { name: new RegExp(act.number) })).toBeChecked()
  })
  await test.step('the card of the payment shows what came back, and offers a new one', async () => {
    await page.goto('/operator/payments')
    await page.getByRole('row').filter({ hasText: act.number }).first().dblclick()
    await expect(page.getByRole('heading', { name: 'Возвраты' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Повторить' })).toBeVisible()
    await page.getByRole('heading', { name: 'Возвраты' }).scrollIntoViewIfNeeded()
    await shot(page, 'returned')
  })
  await test.step('paid again by ISO 20022: the answer of the bank comes in an archive and refuses the order', async () => {
    await addAgreement(page.request, 'file_iso20022')
    await payAgain(page, act)
    await page.goto('/operator/payments?tab=registries')
    const xml = await takeFile(page, 'Файл для банка', /^pain001_.*\.xml$/, 'utf-8')
    await page.getByRole('link', { name: 'Выписки' }).click()
    await upload(page, answersTo(xml), 'Ответы.zip')
    await expectToast(page, 'Загружено: 1\u00a0ответ банка')
    const results = page.getByRole('status').filter({ hasText: 'Ответы.zip' })
    await expect(results).toContainText('Ответы.zip/Ответ на реестр.xml')
    await expect(results).toContainText('отклонены 1, не из этого реестра 1')
    await expect(results).toContainText('Ответы.zip/чужое.txt')
    await shot(page, 'bank-answer')
    await phoneShot(page, 'bank-answer')
    await accessible(page, 'bank-answer')
    await results.getByRole('link').first().click()
    await expect(page.getByRole('row').filter({ hasText: 'Счёт получателя закрыт' })).toBeVisible()
  })
  let refused = ''
  await test.step('paid a third time: the bank refuses at its counter, and two people record it', async () => {
    await payAgain(page, act)
    await page.goto('/operator/payments?tab=registries')
    refused = await takeFile(page, 'Файл для банка', /^pain001_.*\.xml$/, 'utf-8')
    await page.getByRole('link', { name: 'Выписки' }).click()
    await upload(page, debitOf(refused, { number: 4003, purpose: 'Аренда' }))
    const guess = page.getByRole('row').filter({ hasText: 'Аренда' })
    await expect(guess).toContainText('Подтвердите, если это она')
    await shot(page, 'suggestion')
    await phoneShot(page, 'suggestion')
    await guess.getByRole('button', { name: 'Это не она' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Это не она' }).click()
    await expectToast(page, 'Выплата снята со строки')
    await shot(page, 'suggestion-denied')
    await enterAs(page, 'operator')
    await page.goto('/operator/payments')
    await page.getByRole('row').filter({ hasText: act.number }).first().dblclick()
    await page.getByRole('button', { name: 'Банк отклонил…' }).click()
    await page.getByRole('textbox', { name: 'Причина отказа' }).fill('Счёт получателя арестован')
    await shot(page, 'bank-refusal')
    await page.getByRole('button', { name: 'Дальше' }).click()
    await givePin(page)
    await expectToast(page, 'Отказ записан: акты снова к выплате')
  })
  await test.step('the bank has paid it all the same: two people let its debit pay the act', async () => {
    await enterAs(page, 'manager')
    await page.goto('/operator/payments?tab=statements')
    await upload(page, debitOf(refused))
    await expect(page.getByRole('row').filter({ hasText: 'считалась отклонённой' })).toHaveCount(1)
    await enterAs(page, 'operator')
    await page.goto('/operator/payments?tab=discrepancies')
    const found = page.getByRole('row').filter({ hasText: 'которая у нас не исполнялась' })
    await found.getByRole('button', { name: 'Решить…' }).click()
    await page.getByRole('radio', { name: 'Банк заплатил' }).check()
    const words = 'Банк подтвердил исполнение'
    await page.getByRole('textbox', { name: 'Откуда это известно' }).fill(words)
    await shot(page, 'debit-pays')
    await phoneShot(page, 'debit-pays')
    await accessible(page, 'debit-pays')
    await page.getByRole('button', { name: 'Подтвердить вдвоём' }).click()
    // The second person is not there yet: what was said waits.
    const pin = page.getByRole('dialog', { name: 'Нужен пин-код другого сотрудника' })
    await pin.getByRole('button', { name: 'Отмена' }).click()
    await found.getByRole('button', { name: 'Решить…' }).click()
    await expect(page.getByRole('radio', { name: 'Банк заплатил' })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Откуда это известно' })).toHaveValue(words)
    await page.getByRole('button', { name: 'Подтвердить вдвоём' }).click()
    await givePin(page)
    await expectToast(page, 'Расхождение закрыто: списание оплатило акты')
    await page.getByRole('button', { name: 'Закрытые' }).click()
    await expect(page.getByRole('row').filter({ hasText: words })).toContainText('подтвердил(а)')
    await shot(page, 'discrepancies-closed')
    await page.getByRole('link', { name: 'выплата', exact: true }).click()
    await expect(page.getByText('поручение, которое банк исполнил')).toBeVisible()
    await shot(page, 'paid-by-debit')
  })
})

/** Saves and hands over as the operator, and goes on as the manager. */
async function payAgain(page: Page, act: Act): Promise<void> {
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${act.supplier_id}?act=${act.id}`)
  await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
  await givePin(page)
  await expect(page.getByText('Ждёт файла', { exact: true })).toBeVisible()
  await enterAs(page, 'manager')
}

async function takeFile(
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

async function upload(page: Page, content: string | Buffer, name = 'kl_to_1c.txt'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Загрузить выписку' }).click()
  const buffer = typeof content === 'string' ? inWindows(content) : content
  const mimeType = name.endsWith('.zip') ? 'application/zip' : 'text/plain'
  await (await chooser).setFiles({ name, mimeType, buffer })
}
