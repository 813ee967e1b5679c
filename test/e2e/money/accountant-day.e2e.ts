import { expect, type Page } from '@playwright/test'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { camtText } from '#test/builders/bank-files/camt-statement.ts'
import { jpeg } from '#test/builders/pictures.ts'
import type { PlannedPayment } from '#contract/payment/pay-day.ts'
import { stepsOf } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'
import { ordersOf, xmlOrdersOf, type BankOrder } from './bank-orders.ts'
import { explainDay, moneyOf } from './day-books.ts'
import { addCard, EACH, handOver, paySplit, type DayPayment } from './day-setup.ts'
import { addAgreement } from './file-agreement.ts'
import { agreeWithTbank, listsOf } from './tbank-agreement.ts'
import { takeFile, trainingBankOf, upload } from './training-bank.ts'

test.use({ onePage: true })

const ISO_ACCOUNT = '40702810500000000002'
const FEE_KOP = 1900

test('a day of forty payments of five kinds: two come back, one is contradicted, one is silent, and each rouble is explained @web', async ({
  page,
}) => {
  const request = page.request
  const read = await listsOf(request, 'operator')
  const bank = await trainingBankOf(page)
  const plan = await read<{ payments: PlannedPayment[] }>('payment/planDay')
  const people = plan.payments
    .filter(
      ({ method_kind: kind, problem, supplier_name: name }) =>
        kind === 'sbp' && problem === null && !/отказ|отклон|Жуков/i.test(name),
    )
    .toSorted((a, b) => b.amount_kop - a.amount_kop)
  const [ofCard, ofPhone] = people
  const firms = plan.payments
    .filter(({ method_kind: kind }) => kind === 'account')
    .toSorted((a, b) => b.amount_kop - a.amount_kop)
  const [ofTbank, of1c, ofIso] = [...new Map(firms.map((one) => [one.supplier_id, one])).values()]

  const agreements = await test.step('the company has an agreement of each way', async () => ({
    tbank: await agreeWithTbank(request, ofTbank!.payment_method_id!),
    file: await addAgreement(request),
    iso: await addAgreement(request, 'file_iso20022', ISO_ACCOUNT),
  }))
  await enterAs(page, 'operator')
  // What the demo has at its bank arrives first.
  await expect.poll(async () => (await moneyOf(page))['in_bank']).toBe(0)
  const before = await moneyOf(page)

  // After these: a person has five sign-ins at once, and the page keeps its own.
  const operator = await stepsOf(request, 'operator')
  const cardId = await addCard(operator, ofCard!.supplier_id, ofCard!.supplier_name)
  const byCard = await paySplit(operator, ofCard!, { methodId: cardId, firstKop: 100_000 })
  const bySbp = await paySplit(operator, ofPhone!, { firstKop: 50_000 })
  const byTbank = await paySplit(operator, ofTbank!, {
    configId: agreements.tbank,
    firstKop: 200_000,
  })
  const by1c = await paySplit(operator, of1c!, { configId: agreements.file, firstKop: 300_000 })
  const byIso = await paySplit(operator, ofIso!, { configId: agreements.iso, firstKop: 400_000 })
  const silent = byTbank[3]!
  const contradicted = byCard[5]!

  await test.step('all are let go by the PIN of the manager; of one the bank loses its answers', async () => {
    await bank.put('faults', [
      { fault: 'reset_after_accept', on: ['create'], payment_id: silent.id },
      { fault: '500_before', on: ['status', 'search'], payment_id: silent.id },
    ])
    await handOver(operator, [...byCard, ...bySbp, ...byTbank, ...by1c, ...byIso])
    await page.goto('/operator')
    await expect(page.getByRole('link', { name: /Файлы? для банка не скачан/ })).toBeVisible()
    await shot(page, 'home')
    await phoneShot(page, 'home')
    await page.goto('/operator/money')
    await shot(page, 'money-middle')
  })

  const paidOf = async (payments: readonly DayPayment[]) => {
    const ids = payments.map(({ id }) => id)
    const now = await operator<{ status: string }[]>('post', 'payment/getStatuses', { ids })
    return now.filter(({ status }) => status === 'paid').length
  }
  const called = [...byCard, ...bySbp, ...byTbank]
  await test.step('what goes by a call arrives; of the silent one the card says what to do, and the bank answers at last', async () => {
    await expect.poll(() => paidOf(called)).toBe(called.length - 1)
    await page.goto('/operator/payments?status=unknown')
    await page
      .getByRole('row')
      .filter({ hasText: moneyText(silent.kop) })
      .dblclick()
    await expect(page.getByText('Не платите повторно').first()).toBeVisible()
    await shot(page, 'silent')
    await phoneShot(page, 'silent')
    await bank.put('faults', [])
    await page.getByRole('button', { name: 'Спросить банк ещё раз' }).click()
    await expect.poll(() => paidOf([silent])).toBe(1)
    await shot(page, 'silent-paid')
  })

  await enterAs(page, 'manager')
  await page.goto('/operator')
  await shot(page, 'home-manager')
  await phoneShot(page, 'home-manager')
  const orders = await test.step('both files are taken to their banks', async () => {
    await page.goto('/operator/payments?tab=registries')
    await expect(page.getByRole('button', { name: 'Файл для банка' })).toHaveCount(2)
    await shot(page, 'registries')
    const xml = await takeFile(page, 'Файл для банка', /^pain001_.*\.xml$/, 'utf-8')
    await expect(page.getByRole('button', { name: 'Файл для банка' })).toHaveCount(1)
    const text = await takeFile(page, 'Файл для банка')
    return { of1c: ordersOf(text), ofIso: xmlOrdersOf(xml) }
  })
  expect(orders.of1c).toHaveLength(EACH)
  expect(orders.ofIso).toHaveLength(EACH)
  const back1c = orders.of1c[2]!
  const backIso = orders.ofIso[4]!
  await test.step('a statement of each format is taken; what is no format is refused in words', async () => {
    await page.getByRole('link', { name: 'Выписки' }).click()
    await upload(page, ':20:STARTUMS\r\n:25:40702810200000000001\r\n:60F:C261128RUB1,00\r\n-')
    const refused = page.getByRole('dialog', { name: 'Выписка не загружена' })
    await expect(refused).toContainText('camt.053')
    await shot(page, 'statement-mt940')
    await page.keyboard.press('Escape')
    await upload(page, exchangeStatement(orders.of1c, back1c))
    await expectToast(page, 'Загружено: 1\u00a0выписка')
    await shot(page, 'statement-1c')
    await upload(page, Buffer.from(camtStatement(orders.ofIso, backIso)), 'camt.xml')
    await expect(page.getByRole('row').filter({ hasText: 'Похоже на возврат' })).toHaveCount(1)
    await shot(page, 'statement-camt')
    await upload(page, await bank.statement('40702810500000000001'))
    await expect(page.getByRole('row').filter({ hasText: 'Метка в назначении' })).not.toHaveCount(0)
    await shot(page, 'statement-tbank')
  })
  await test.step('of a card the bank takes its word back, and the comparison on demand finds it', async () => {
    await bank.post('alter', { payment_id: contradicted.id, status: 'canceled' })
    await enterAs(page, 'operator')
    await page.goto('/operator/payments?tab=discrepancies')
    await page.getByRole('button', { name: 'Сверить с банком…' }).click()
    const form = page.getByRole('dialog', { name: 'Сверить с банком' })
    await form.getByRole('combobox', { name: 'Счёт в банке' }).click()
    await page.getByRole('option', { name: 'Учебный банк · выплаты' }).click()
    await shot(page, 'compare')
    await form.getByRole('button', { name: 'Сверить', exact: true }).click()
    const found = page.getByRole('row').filter({ hasText: moneyText(contradicted.kop) })
    await expect(found.getByRole('button', { name: 'Решить с письмом…' })).toBeVisible()
    await shot(page, 'discrepancies')
    await phoneShot(page, 'discrepancies')
    await decideByLetter(page, found)
  })
  await test.step('both returns are recorded by two people', async () => {
    for (const { kop } of [back1c, backIso]) {
      const row = page.getByRole('row').filter({ hasText: `+${moneyText(kop)}` })
      await row.getByRole('button', { name: 'Подтвердить возврат' }).click()
      await page.getByRole('textbox', { name: 'Почему вернули' }).fill('Счёт получателя закрыт')
      await page.getByRole('button', { name: 'Дальше' }).click()
      await givePin(page)
      await expect(row).toHaveCount(0)
    }
    await shot(page, 'discrepancies-none')
  })
  await test.step('each rouble of the day is explained', async () => {
    const ways = { byCard, byTbank, by1c, byIso, bySbp }
    await explainDay(page, { ways, before, returned: back1c.kop + backIso.kop, bank })
    await page.goto('/operator/money')
    await page.getByRole('button', { name: 'По банкам' }).click()
    await shot(page, 'money')
    await phoneShot(page, 'money')
    await page.goto('/operator/payments?tab=statements')
    await shot(page, 'statements')
    await page.goto('/operator')
    await shot(page, 'home-evening')
  })
})

const moneyText = (kop: number) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(kop / 100)

/** Two people record by the bank's letter that the money went. */
async function decideByLetter(page: Page, found: ReturnType<Page['locator']>): Promise<void> {
  await found.getByRole('button', { name: 'Решить с письмом…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Решить с письмом банка' })
  await dialog.getByRole('radio', { name: 'Деньги ушли получателю' }).check()
  await dialog
    .getByRole('textbox', { name: 'Что сообщил банк' })
    .fill('Письмо банка № 17: перевод исполнен, отказ был ошибкой')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Письмо банка, снимок' }).click()
  const letter = { name: 'письмо.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
  await (await chooser).setFiles(letter)
  await expect(dialog.getByRole('status')).toContainText('Приложено: письмо.jpg')
  await shot(page, 'letter')
  await phoneShot(page, 'letter')
  await dialog.getByRole('button', { name: 'Подтвердить вдвоём' }).click()
  await givePin(page)
  await expect(found).toHaveCount(0)
}

/** As the bank of 1C files tells the day: all carried out, one given back, a fee. */
function exchangeStatement(orders: readonly BankOrder[], back: BankOrder): string {
  const { day } = back
  return statementText({
    from: day,
    to: day,
    lines: [
      ...orders,
      {
        ...back,
        number: 900,
        credit: true,
        purpose: `Возврат по п/п N ${back.number}. Счет закрыт`,
      },
      { kop: FEE_KOP, day, number: 7, operation: '17', name: 'ПАО СБЕРБАНК', purpose: 'Комиссия' },
    ],
  })
}

/** The same as the other bank writes it by ISO 20022. */
function camtStatement(orders: readonly BankOrder[], back: BankOrder): string {
  const { day } = back
  const sumOf = (kop: number) => (kop / 100).toFixed(2)
  const entry = (one: BankOrder) => ({
    sum: sumOf(one.kop),
    day,
    account: one.account,
    name: one.name,
    number: String(one.number),
    endToEnd: one.endToEnd ?? '',
    purpose: [one.purpose],
  })
  const went = orders.reduce((sum, { kop }) => sum + kop, 0) + FEE_KOP
  return camtText({
    account: ISO_ACCOUNT,
    from: day,
    to: day,
    opening: '1000000.00',
    closing: sumOf(100_000_000 - went + back.kop),
    entries: [
      ...orders.map(entry),
      {
        ...entry(back),
        endToEnd: 'NOTPROVIDED',
        number: '901',
        credit: true,
        purpose: [
          `Возврат средств по п/п № ${back.number} от ${day.split('-').toReversed().join('.')}. Счет получателя закрыт`,
        ],
      },
      { sum: sumOf(FEE_KOP), day, charge: true, purpose: ['Комиссия за переводы'] },
    ],
  })
}
