import { expect } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { alsoOurs, expectToast, test } from '../support/held-page.ts'
import { addSuper, givePassword, givePasswordHere, shotOnPhone } from './new-super.ts'
import { addKey, NAMED, plugDevice } from './passkey-steps.ts'

alsoOurs(NAMED)

test('a person adds a key, signs in by it alone and removes it; an administrator removes the next one @web', async ({
  page,
}) => {
  const person = await addSuper(page.request)
  const byKey = page.getByRole('button', { name: 'Войти по ключу' })
  const keys = page.getByRole('region', { name: 'Ключи входа' })
  await plugDevice(page)
  await page.goto('/')
  await byKey.click()
  await expect(page.getByRole('alert')).toContainText(
    `ключи не работают: им нужно имя сервера. Откройте ${NAMED}`,
  )
  await shotOnPhone(page, 'passkey-elsewhere')
  await givePassword(page, person.login)
  await expect(page).toHaveURL(/\/super$/)
  await page.goto('/account')
  await expect(keys.getByRole('link', { name: NAMED })).toBeVisible()
  await shotOnPhone(page, 'passkey-account-elsewhere')

  await page.goto(NAMED)
  await byKey.click()
  await expect(page.getByRole('alert')).toContainText('Ключ не выбран')
  await givePasswordHere(page, person.login)
  await expect(page).toHaveURL(/\/super$/)
  await page.goto(`${NAMED}/account`)
  await addKey(page, 'Ноутбук дома')
  await expect(keys.getByRole('row', { name: /Ноутбук дома/ })).toContainText('Ещё не было')
  await keys.getByRole('button', { name: 'Добавить ключ' }).scrollIntoViewIfNeeded()
  await accessible(page, 'keys')
  await shotOnPhone(page, 'passkey-account')

  await page.evaluate(() => localStorage.clear())
  await page.goto(NAMED)
  await accessible(page, 'sign-in with keys')
  await shotOnPhone(page, 'passkey-sign-in')
  await byKey.click()
  await expect(page).toHaveURL(/\/super$/)
  await page.goto(`${NAMED}/account`)
  const history = page.getByRole('region', { name: 'Список входов' })
  await expect(history.getByRole('row').nth(1)).toContainText('ключ')

  await keys.getByRole('button', { name: 'Переименовать' }).click()
  const naming = page.getByRole('dialog', { name: 'Переименовать ключ' })
  await naming.getByLabel('Название').fill('Ноутбук у весов')
  await naming.getByRole('button', { name: 'Сохранить' }).click()
  await expectToast(page, 'Ключ переименован')
  await expect(keys.getByRole('row', { name: /Ноутбук у весов/ })).toBeVisible()

  // As if the sign-in were too old.
  await page.route(
    '**/auth/removePasskey',
    (route) => route.fulfill({ status: 401, json: { code: 'auth.sign-in-again', message: '' } }),
    { times: 1 },
  )
  await keys.getByRole('button', { name: 'Удалить' }).click()
  await page
    .getByRole('dialog', { name: /^Удалить/ })
    .getByRole('button', { name: 'Удалить ключ' })
    .click()
  const again = page.getByRole('dialog', { name: 'Подтвердите вход' })
  await shotOnPhone(page, 'passkey-again')
  await again.getByRole('button', { name: 'Войти по ключу' }).click()
  await expectToast(page, 'Ключ удалён')
  await expect(keys.getByRole('row')).toHaveCount(0)
  await addKey(page, 'Ноутбук снова')

  await enterAs(page, 'super')
  await page.goto(`/super/accounts?card=${person.id}`)
  const card = page.getByRole('dialog', { name: /Соколова/ })
  await card.getByRole('tab', { name: 'Ключи' }).click()
  await expect(card.getByRole('row', { name: /Ноутбук снова/ })).toBeVisible()
  await shotOnPhone(page, 'passkey-card')
  await card.getByRole('button', { name: 'Удалить ключи входа' }).click()
  const dialog = page.getByRole('dialog', { name: /^Удалить ключи/ })
  await dialog.getByLabel(/Как вы убедились/).fill('Лично, по паспорту')
  await dialog.getByRole('button', { name: 'Удалить ключи' }).click()
  await expectToast(page, 'Ключи входа удалены')
  await expect(card.getByText('Ключей входа нет.')).toBeVisible()
})
