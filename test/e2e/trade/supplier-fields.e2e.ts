import { expect, type Page } from '@playwright/test'
import type { RecordField } from '#contract/record/record-field.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierFieldsOf } from '#contract/supplier/supplier-record.ts'
import { innOfCompany, innOfPerson } from '#test/builders/builders.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

// Unlike for each run, so that a second run on the same data creates suppliers of its own.
const run = Number(String(Date.now()).slice(-5))

for (const [type, title, inn] of [
  ['ip', 'ИП', innOfPerson(run)],
  ['company', 'Организация', innOfCompany(run)],
] as const)
  test(`every plain field of a supplier (${type}) is typed in its form and saved`, async ({
    page,
  }) => {
    const token = await enterAs(page, 'operator')
    await page.goto('/operator/suppliers?mode=create')
    const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
    await dialog.getByText(title, { exact: true }).click()
    const own = {
      inn,
      kpp: '773601001',
      ogrn: type === 'company' ? '1027739642281' : '304500116000157',
    }
    const expected: Record<string, string> = {}
    for (const [name, field] of Object.entries<RecordField>(supplierFieldsOf[type])) {
      if (!field.part || field.kind === 'choice') continue
      const [typed, stored = typed] = textOf(field, own[name as keyof typeof own])
      await dialog.locator(`[data-path="${name}"]`).fill(typed)
      expected[name] = stored
    }
    await dialog.locator('[data-path="vat_mode"]').click()
    await page.getByRole('option', { name: 'Платит НДС' }).click()
    await shot(page, `supplier-fields-${type}`)
    await dialog.getByRole('button', { name: 'Далее' }).click()
    const other = page.getByRole('dialog', { name: 'Это другой поставщик?' })
    const next = dialog.getByRole('heading', { name: 'Способ выплаты' })
    await expect(other.or(next)).toBeVisible()
    if (await other.isVisible()) await other.getByRole('button', { name: 'Да, другой' }).click()
    await expect(next).toBeVisible()
    expect(await saved(page, token, inn)).toMatchObject({ ...expected, vat_mode: 'vat_payer' })
  })

/** What is typed, and what is stored where it differs. */
function textOf({ kind, label }: RecordField, own: string | undefined): [string, string?] {
  if (own) return [own]
  if (kind === 'day') return ['11.04.1980', '1980-04-11']
  if (kind === 'mobile') return ['916 777 12 13', '+79167771213']
  return kind === 'email' ? ['zakupki@example.ru'] : [label]
}

async function saved(page: Page, token: string, inn: string): Promise<Supplier> {
  const filter = encodeURIComponent(JSON.stringify({ search: inn }))
  const answer = await page.request.get(`/api/v1/supplier/getAllSuppliers?filter=${filter}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { items } = (await answer.json()) as { items: Supplier[] }
  return items.find((row) => row.inn === inn)!
}
