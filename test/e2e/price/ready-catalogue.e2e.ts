import { expect } from '@playwright/test'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { desk, rowOf } from '../support/catalogue.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('an empty catalogue is filled from the ready one, and what is there stays @web', async ({
  page,
}) => {
  const { all } = await desk(page)
  await enterAs(page, 'manager')
  await page.goto('/operator/product')
  const add = async (said: string) => {
    await page.getByRole('button', { name: 'Готовый каталог' }).click()
    const dialog = page.getByRole('dialog', { name: 'Готовый каталог' })
    await expect(dialog.getByRole('button', { name: 'Добавить' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /^Стекло/ }).check()
    await shot(page, 'ready-catalogue')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, said)
  }
  await page.getByRole('searchbox', { name: 'Найти позицию' }).fill('Стекло')
  await add('Добавлено: 3\u00a0позиции')
  await expect(rowOf(page, 'Стеклобой прозрачный')).toBeVisible()
  await add('Добавлено: 0\u00a0позиций. Уже были: 3')
  const glass = (await all()).find(({ name }) => name === 'Стекло')!
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'manager')}` }
  for (const { id } of [...(await all()).filter((one) => one.parent_id === glass.id), glass])
    await page.request.delete(`/api/v1/product/delete?id=${id}`, { headers })
  await expect(rowOf(page, 'Стеклобой прозрачный')).toHaveCount(0)
})
