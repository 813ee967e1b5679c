import { expect } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test('a bank that nobody has added yet is added on the way, and one paid by file needs no test payment @web', async ({
  page,
}) => {
  const name = 'Банк с файлами'
  await enterAs(page, 'super')
  await page.goto('/super/bank_configurations')
  await page.getByRole('button', { name: 'Добавить счёт' }).click()
  const choice = page.getByRole('dialog', { name: 'Новый счёт в банке' })
  const way = choice.getByRole('listitem', { name: 'Файл ISO 20022' })
  await way.getByRole('button', { name: 'Добавить банк' }).click()
  const added = page.getByRole('dialog', { name: 'Новый банк' })
  await added.getByRole('textbox', { name: 'Название', exact: true }).fill(name)
  await added.getByRole('textbox', { name: 'БИК' }).fill('044525225')
  await page.keyboard.press('Control+Enter')
  const form = page.getByRole('dialog', { name: `Новый счёт: ${name}` })
  await expect(form.getByRole('img', { name: /^В кабинете: Платежи → / })).toBeVisible()
  await shot(page, 'bank-preparation')
  await accessible(page, 'what is done at the bank first')
  // The way back leads to the choice, which has the new bank by now.
  await page.keyboard.press('Escape')
  await way.getByRole('button', { name }).click()
  await form.getByRole('textbox', { name: 'Счёт' }).fill('40702810200000000001')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Счёт сохранён. Осталось проверить его и начать платить')
  await expect(choice).toHaveCount(0)
  const card = page.getByRole('region', { name })
  await shot(page, 'bank-draft')
  await card.getByRole('button', { name: 'Проверить реквизиты' }).click()
  await expectToast(page, 'Реквизиты верны')
  await card.getByRole('button', { name: 'Разрешить выплаты' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Разрешить выплаты' }).click()
  await expectToast(page, 'Выплаты разрешены')
})
