import iconv from 'iconv-lite'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { inWindows, statementText } from '#test/builders/bank-files/bank-statement.ts'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import { zipArchive } from '#test/builders/bank-files/zip-archive.ts'
import { accessible } from '../support/access.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'
import { dropFile, textOf, throughTrainingBank } from './training-bank.ts'

test.use({ onePage: true })

interface Act {
  id: string
  number: string
  supplier_id: string
  supplier_type: string
  total_kop: number
}

test('the act of a firm is paid by a file for the bank and by the statement that comes back', async ({
  page,
}) => {
  await addAgreement(page.request)
  const act = await unpaidActOfFirm(page.request)
  await test.step('the payment is saved and sent with the PIN of the manager', async () => {
    await enterAs(page, 'operator')
    await page.goto(`/operator/create_payment/details/${act.supplier_id}?act=${act.id}`)
    await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
    await givePin(page)
    await expect(page.getByText('Ждёт файла')).toBeVisible()
    await shot(page, 'file-waiting')
  })
  await enterAs(page, 'manager')
  await page.goto('/operator/payments?tab=registries')
  const row = page.getByRole('row').filter({ hasText: 'Файл в Сбербанк' }).first()
  await test.step('the file is taken, and the registry is sent', async () => {
    await expect(row).toContainText('Новый')
    await shot(page, 'registries')
    await accessible(page, 'registries')
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
  await test.step('paid a third time: the bank refuses at its counter, and two people record it', async () => {
    await payAgain(page, act)
    await page.goto('/operator/payments?tab=registries')
    await takeFile(page, 'Файл для банка', /^pain001_.*\.xml$/, 'utf-8')
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
})

/** Saves and hands over as the operator, and goes on as the manager. */
async function payAgain(page: Page, act: Act): Promise<void> {
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${act.supplier_id}?act=${act.id}`)
  await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
  await givePin(page)
  await expect(page.getByText('Ждёт файла')).toBeVisible()
  await enterAs(page, 'manager')
}

/** What a bank would answer to a file of one order: refused, beside an order of another file and a text that is no answer. */
function answersTo(xml: string): Buffer {
  const of = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1]!
  const orders = [
    { id: of('EndToEndId'), status: 'RJCT', reason: 'AC04' },
    { id: '0192f3a46c1e7b529d3f8a4e5c6b7d80', status: 'ACSP' },
  ]
  return zipArchive([
    {
      name: iconv.encode('Ответ на реестр.xml', 'cp866'),
      bytes: Buffer.from(reportText({ registryId: of('MsgId'), orders })),
    },
    { name: Buffer.from('чужое.txt'), bytes: inWindows('Счёт на оплату') },
  ])
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

/** What a bank would answer to the orders of a file: each carried out on its day, and a fee; or each given back with these words. */
function statementOf(file: string, back = ''): string {
  const of = (section: string, key: string) =>
    new RegExp(`^${key}=(.*)\r$`, 'm').exec(section)?.[1] ?? ''
  const day = of(file, 'ДатаСоздания').split('.').toReversed().join('-')
  const orders = file.split('СекцияДокумент=').slice(1)
  return statementText({
    from: day,
    to: day,
    lines: [
      ...orders.map((order) => ({
        kop: Math.round(Number(of(order, 'Сумма')) * 100),
        day,
        number: of(order, 'Номер'),
        account: of(order, 'ПолучательСчет'),
        bik: of(order, 'ПолучательБИК'),
        name: of(order, 'Получатель1'),
        purpose: back + of(order, 'НазначениеПлатежа'),
        ...(back && { credit: true as const }),
      })),
      { kop: 1900, day, number: 7, operation: '17', name: 'ПАО СБЕРБАНК', purpose: 'Комиссия' },
    ],
  })
}

async function upload(page: Page, content: string | Buffer, name = 'kl_to_1c.txt'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Загрузить выписку' }).click()
  const buffer = typeof content === 'string' ? inWindows(content) : content
  const mimeType = name.endsWith('.zip') ? 'application/zip' : 'text/plain'
  await (await chooser).setFiles({ name, mimeType, buffer })
}

/** The agreement by which accounts are paid by file, tested and active. */
async function addAgreement(
  request: APIRequestContext,
  adapter: 'file_1c' | 'file_iso20022' = 'file_1c',
): Promise<void> {
  const authorization = `Bearer ${await tokenOf(request, 'super')}`
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await request[method](`/api/v1/${path}`, { headers: { authorization }, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { id: string }
  }
  const own = await request.get('/api/v1/company/getCompany', {
    headers: { authorization: `Bearer ${await tokenOf(request, 'manager')}` },
  })
  const { id: companyId, bank_configs: agreements } = (await own.json()) as {
    id: string
    bank_configs: { id: string; version: number; default_for: string[] }[]
  }
  for (const { id, version, default_for: kinds } of agreements)
    if (kinds.includes('account'))
      await call('put', 'company/superUpdateBankConfig', {
        companyId,
        bankConfigId: id,
        version,
        default_for: kinds.filter((kind) => kind !== 'account'),
      })
  const bank = await call('post', 'bank/superCreateNewBank', {
    code: `file-${Date.now()}`,
    name: 'ПАО Сбербанк',
    bik: '044525225',
    adapter,
  })
  const config = await call('post', 'company/superAddBankConfig', {
    companyId,
    bank_id: bank.id,
    title: 'Файл в Сбербанк',
    account: PAYER_ACCOUNT,
    default_for: ['account'],
  })
  for (const new_status of ['testing', 'active'])
    await call('put', 'company/superUpdateBankConfigStatus', {
      companyId,
      bankConfigId: config.id,
      new_status,
    })
}

async function unpaidActOfFirm(request: APIRequestContext): Promise<Act> {
  const filter = { limit: 200, status: ['issued', 'signed'], payment_state: ['unpaid'] }
  const text = encodeURIComponent(JSON.stringify(filter))
  const answer = await request.get(`/api/v1/act/getAllActs?filter=${text}`, {
    headers: { authorization: `Bearer ${await tokenOf(request, 'operator')}` },
  })
  const { items } = (await answer.json()) as { items: Act[] }
  const act = items
    .filter(({ supplier_type: type }) => type === 'company')
    .toSorted((a, b) => a.total_kop - b.total_kop)[0]
  expect(act, 'the demo has an unpaid act of a firm').toBeDefined()
  return act!
}
