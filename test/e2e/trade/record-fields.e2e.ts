import { expect, type Locator, type Page } from '@playwright/test'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyFields } from '#contract/company/company-record.ts'
import type { RecordField, RecordFields } from '#contract/record/record-field.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierFieldsOf } from '#contract/supplier/supplier-record.ts'
import { ownPersonFields, personFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import { paperFields } from '#contract/visit/visit-record.ts'
import { innOfCompany, innOfPerson } from '#test/builders/builders.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

// Unlike for each run, so that a second run on the same data creates records of its own.
const run = Number(String(Date.now()).slice(-5))

for (const [type, title, inn] of [
  ['ip', 'ИП', innOfPerson(run)],
  ['company', 'Организация', innOfCompany(run)],
] as const)
  test(`every plain field of a supplier (${type}) is typed in its form and saved @web`, async ({
    page,
  }) => {
    const token = await enterAs(page, 'operator')
    await page.goto('/operator/suppliers?mode=create')
    const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
    await dialog.getByText(title, { exact: true }).click()
    const ogrn = type === 'company' ? '1027739642281' : '304500116000157'
    const expected = await fill(dialog, supplierFieldsOf[type], { inn, ogrn })
    await dialog.locator('[data-path="vat_mode"]').click()
    await page.getByRole('option', { name: 'Платит НДС' }).click()
    await shot(page, `supplier-fields-${type}`)
    await dialog.getByRole('button', { name: 'Далее' }).click()
    const other = page.getByRole('dialog', { name: 'Это другой поставщик?' })
    const next = dialog.getByRole('heading', { name: 'Способ выплаты' })
    await expect(other.or(next)).toBeVisible()
    if (await other.isVisible()) await other.getByRole('button', { name: 'Да, другой' }).click()
    await expect(next).toBeVisible()
    const filter = JSON.stringify({ search: inn })
    const { items } = await read<{ items: Supplier[] }>(page, token, 'supplier/getAllSuppliers', {
      filter,
    })
    expect(items.find((row) => row.inn === inn)).toMatchObject({
      ...expected,
      vat_mode: 'vat_payer',
    })
  })

test('every plain field of a company is typed in its form, saved and shown on its card @web', async ({
  page,
}) => {
  const token = await enterAs(page, 'super')
  await page.goto('/super/companies')
  await page.getByRole('button', { name: 'Новая компания' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Новая компания' })
  const expected = await fill(form, companyFields, { inn: innOfCompany(run + 1) })
  await form.getByRole('textbox', { name: 'Адрес площадки' }).fill('г. Тула')
  await shot(page, 'company-fields')
  const made = page.waitForResponse(/superCreateNewCompany/)
  await page.keyboard.press('Control+Enter')
  const { id } = (await (await made).json()) as CompanyCard
  expect(await read(page, token, 'company/superGetCompany', { id })).toMatchObject(expected)
  await page.goto(`/super/companies?peek=${id}`)
  const facts = page.getByRole('definition')
  for (const name of ['legal_address', 'email', 'director_name', 'licence_number'])
    await expect(facts.filter({ hasText: expected[name]! })).toBeVisible()
  await shot(page, 'company-fields-card')
  await page.getByRole('button', { name: 'Изменить реквизиты' }).press('Enter')
  const saved = page.getByRole('dialog', { name: 'Реквизиты компании' })
  for (const name of Object.keys(expected))
    await expect(saved.locator(`[data-path="${name}"]`)).not.toHaveValue('')
})

test('every plain field of a person is typed in its form and saved @web', async ({ page }) => {
  const token = await enterAs(page, 'super')
  await page.goto('/super/operators')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Insert')
  const form = page.getByRole('dialog', { name: 'Новая учётная запись' })
  const expected = await fill(form, personFields, { full_name: `Полева Нина ${run}` })
  const login = `fields-${run}`
  await form.getByRole('textbox', { name: 'Логин' }).fill(login)
  await shot(page, 'person-fields')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: expected['full_name'] })).toBeVisible()
  await shot(page, 'person-fields-card')
  const filter = JSON.stringify({ search: login })
  const { items } = await read<{ items: User[] }>(page, token, 'user/superGetAllUsers', { filter })
  expect(items[0]!.info).toMatchObject(expected)
})

test('a person changes every own field on the account page @web', async ({ page }) => {
  const token = await enterAs(page, 'manager')
  await page.goto('/account')
  const form = page.locator('form').filter({ has: page.locator('[data-path="email"]') })
  await expect(form.locator('[data-path="email"]')).toHaveAttribute('autocomplete', 'email')
  const expected = await fill(form, ownPersonFields, {})
  await shot(page, 'own-fields')
  await form.getByRole('button', { name: 'Сохранить' }).click()
  await expectToast(page, 'Данные сохранены')
  const filter = JSON.stringify({ search: 'manager' })
  const { items } = await read<{ items: User[] }>(page, token, 'user/getUsersByCompany', { filter })
  expect(items[0]!.info).toMatchObject(expected)
})

test('every paper of a visit is typed at the station before its truck comes @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight')
  const papers = page.locator('details').filter({ hasText: 'Водитель, накладная' })
  await papers.getByText('Водитель, накладная').click()
  for (const field of Object.values<RecordField>(paperFields)) {
    const [typed] = textOf(field, field.label === 'Прицеп' ? 'АВ 1234 77' : undefined)
    await papers.getByRole('textbox', { name: field.label, exact: true }).fill(typed)
    await page.keyboard.press('Tab')
  }
  await expect(papers).toContainText(`заполнено: ${Object.keys(paperFields).length}`)
  await shot(page, 'papers')
})

/** Types every field that a part of the form draws, and answers what is to be stored. */
async function fill(form: Locator, fields: RecordFields, own: Readonly<Record<string, string>>) {
  const expected: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!field.part || field.kind === 'choice') continue
    const [typed, stored = typed] = textOf(field, own[name])
    await form.locator(`[data-path="${name}"]`).fill(typed)
    expected[name] = stored
  }
  await form.press('Tab')
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(0)
  return expected
}

/** What is typed, and what is stored where it differs. */
function textOf({ kind, label }: RecordField, own: string | undefined): [string, string?] {
  if (own) return [own]
  if (kind === 'kpp') return ['773601001']
  if (kind === 'ogrn') return ['1027739642281']
  if (kind === 'okpo') return ['00032537']
  if (kind === 'day') return ['11.04.1980', '1980-04-11']
  if (kind === 'mobile') return ['916 777 12 13', '+79167771213']
  if (kind === 'phone') return ['499 777 12 13', '+74997771213']
  return kind === 'email' ? ['zakupki@example.ru'] : [label]
}

async function read<T>(page: Page, token: string, call: string, query: Record<string, string>) {
  const answer = await page.request.get(`/api/v1/${call}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as T
}
