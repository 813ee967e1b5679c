import { expect, type Locator, type Page } from '@playwright/test'
import { shot } from '../support/page.ts'

/** Of the ways to pay, each with its banks; the form says first what the bank gives for it. */
export async function chooseBank(page: Page, name: string): Promise<Locator> {
  const choice = page.getByRole('dialog', { name: 'Новый счёт в банке' })
  await expect(choice.getByRole('listitem')).toHaveCount(6)
  await shot(page, 'bank-choice')
  await choice.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('dialog', { name: `Новый счёт: ${name}` })
  await expect(form.getByRole('region', { name: 'Сначала в банке' })).toBeVisible()
  return form
}
