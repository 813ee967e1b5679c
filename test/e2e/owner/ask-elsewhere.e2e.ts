import { expect } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { shot, signIn } from '../support/page.ts'

test('an operator asks the owner, who looks at the record on a phone and confirms; a refusal is told, too', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator')
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await signIn(phone, 'owner')
  const asked = phone.getByRole('region', { name: 'Просят подтвердить' })
  await page.goto('/operator/acts?status=issued&payment_state=unpaid')
  await page.getByRole('row').nth(1).dblclick()
  await expect(page).toHaveURL(/operator\/act\//)
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!.replace(
    'Акт № ',
    '',
  )
  const voidAct = async () => {
    await page.getByRole('button', { name: 'Аннулировать', exact: true }).click()
    const why = page.getByRole('dialog', { name: 'Аннулировать акт?' })
    await why.getByLabel('Причина').fill('Поставщик забрал лом')
    await why.getByRole('button', { name: 'Аннулировать', exact: true }).click()
    const pin = page.getByRole('dialog', { name: 'Нужен пин-код другого сотрудника' })
    await pin.getByRole('button', { name: 'Спросить по телефону' }).click()
    const wait = page.getByRole('dialog', { name: 'Ждём ответа' })
    await expect(wait).toContainText('Вершинин Николай Андреевич (Владелец)')
    return { pin, wait }
  }
  const first = await voidAct()
  await expect(asked).toContainText(`№ ${number}`)
  await shot(phone, 'owner-asked')
  await asked.getByRole('button', { name: 'Отказать' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Отказать' }).click()
  await expect(first.wait).toContainText('отказ. Действие не выполнено')
  await first.wait.getByRole('button', { name: 'Понятно' }).click()
  await first.pin.getByRole('button', { name: 'Отмена' }).click()
  const second = await voidAct()
  await asked.getByRole('link', { name: 'Снимки и цены' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(number)
  await phone.goBack()
  await asked.getByRole('button', { name: 'Подтвердить…' }).click()
  const own = phone.getByRole('dialog', { name: 'Введите свой пин-код' })
  await expect(own).toContainText(number)
  await own.getByLabel('Пин-код').fill('637195')
  await expect(second.wait).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Аннулирован')
  await phone.close()
})
