import { expect } from '@playwright/test'
import { payment } from '#contract/payment/payment.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { ACT_FORM, addVisit, issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { test } from '../support/held-page.ts'
import { MANAGER_PIN } from '../support/purchase-steps.ts'
import { programFile } from '../support/program-file.ts'

test.use({ onePage: true })

const OWN_PIN = '480173'

test('the reason why a password by link is refused is the one that is shown @screen', async ({
  page,
}) => {
  const reason = 'В пароле стоит ваш логин'
  await page.route('**/api/v1/auth/updatePasswordWithTempLink', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'auth.weak-password',
        message: 'Пароль слишком прост: придумайте фразу из трёх-четырёх слов',
        fields: { password: reason },
      },
    }),
  )
  await page.goto('/tmplink#token')
  await page.getByLabel('Пароль', { exact: true }).fill('operator весы тара нетто')
  await page.getByLabel('Пароль ещё раз').fill('operator весы тара нетто')
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(page.getByRole('alert')).toHaveText(reason)
})

test('in the PIN window the reason stays after Enter, and Shift+F1 lists only its keys @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(payment.checkPayees, payment.save, payment.register, userAccess.checkPCode)
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${issued.supplier}?act=${issued.id}`)
  await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
  const pin = page.getByRole('textbox', { name: 'Пин-код' })
  await pin.fill(OWN_PIN)
  const reason = page.getByText('Это ваш пин-код, а нужен пин-код другого сотрудника')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Shift+F1')
  const help = page.getByRole('dialog', { name: 'Горячие клавиши' })
  await expect(help.getByText('Подтвердить')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(pin).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
})

test('«Повторить» of a refused payment opens its form on the page where it was sent @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(payment.checkPayees, payment.save)
  const issued = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.route('**/api/v1/payment/getPayment*', async (route) => {
    const answer = await route.fetch()
    const card = (await answer.json()) as object
    await route.fulfill({
      response: answer,
      json: { ...card, status: 'rejected', may: ['retry'], reason_text: 'Счёт закрыт' },
    })
  })
  await page.goto(`/operator/create_payment/details/${issued.supplier}?act=${issued.id}`)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Счёт закрыт')).toBeVisible()
  await page.getByRole('link', { name: 'Повторить' }).click()
  await expect(page).toHaveURL(/retry=/)
  await expect(page.getByText('Счёт закрыт')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /За что|Платить не за что/ })).toBeVisible()
})

test('a payment whose sending was not answered is not called unsent @screen', async ({
  page,
  answers,
}) => {
  answers.letThrough(payment.register, userAccess.checkPCode)
  await enterAs(page, 'operator')
  await page.goto('/operator/payments?status=saved')
  await page.route('**/api/v1/payment/registerPayments', (route) =>
    route.request().headers()['x-approval-token'] ? route.abort() : route.continue(),
  )
  const checked = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/checkPCode', async (route) => {
    await checked.promise
    await route.continue()
  })
  await page.getByRole('row').getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Отправить выбранные' }).click()
  const pin = page.getByRole('textbox', { name: 'Пин-код' })
  await pin.fill(MANAGER_PIN)
  await pin.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeEmpty()
  checked.resolve()
  const words = page.getByRole('dialog', { name: 'Ответ сервера не пришёл' })
  await expect(words).toContainText('могли уйти в банк')
})

test('a company with one post has one screen of weighing @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto('/operator')
  const posts = page.getByRole('link', { name: /^(Взвешивание|Второй пост|Третий пост)$/ })
  await expect(posts).toHaveCount(4)
  await page.route('**/api/v1/company/getStart', async (route) => {
    const answer = await route.fetch()
    const { company, ...rest } = (await answer.json()) as { company: { posts: object[] } }
    const json = { ...rest, company: { ...company, posts: company.posts.slice(0, 1) } }
    await route.fulfill({ response: answer, json })
  })
  await page.reload()
  await expect(posts.filter({ hasText: 'пост' })).toHaveCount(0)
  await expect(posts).toHaveCount(2)
})

test('no price is called missing before the server has answered @web', async ({ page }) => {
  const { operator, supplier, lineOf } = await addVisit(page.request)
  const lines = { lines: [lineOf(0)], positions: [{ line: 0 }] }
  const saved = { command: 'save', supplier_id: supplier, ...ACT_FORM, ...lines }
  const { id } = await operator('post', 'act/update', saved)
  await enterAs(page, 'operator')
  const letGo = await holdBack(page, '**/api/v1/act/update')
  await page.goto(`/operator/act/${id}`)
  const price = page.getByLabel('Цена позиции 1', { exact: true })
  await expect(price).toHaveAttribute('placeholder', '…')
  letGo()
  await expect(price).toHaveAttribute('placeholder', /,\d\d$/)
})

test("the demo's supplier whose payouts are always refused is named so @web", async ({ page }) => {
  const headers = { authorization: `Bearer ${await enterAs(page, 'operator')}` }
  const ask = async (call: string) => {
    const answer = await page.request.get(`/api/v1/${call}`, { headers })
    return (await answer.json()) as Record<string, unknown>
  }
  const filter = encodeURIComponent(JSON.stringify({ status: ['rejected'], limit: 100 }))
  const { items } = await ask(`payment/getAllPayments?filter=${filter}`)
  const refused = (items as { supplier_id: string; supplier_name: string }[]).find(
    ({ supplier_name: name }) => name.startsWith('Кузнецов-Отказов '),
  )
  const { comment } = await ask(`supplier/getSupplier?id=${refused!.supplier_id}`)
  expect(comment).toContain('учебный банк отклоняет все выплаты ему')
})

test('a part whose file does not come is told, and what is typed in the screen stays @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/manual')
  const why = page.getByLabel('Почему не с весов')
  await why.fill('Весы на поверке')
  await page.route('**/assets/popover-*.js', (route) => route.abort())
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Иванова/ })
    .click()
  await expect(page.getByText('Часть программы не загрузилась').first()).toBeVisible()
  await expect(why).toHaveValue('Весы на поверке')
})

test('a link in a window to the screen below it closes the window @screen', async ({ page }) => {
  const { id, number } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  await page.getByRole('region', { name: 'Поставщик и сумма' }).getByRole('button').click()
  const card = page.getByRole('dialog', { name: 'Поставщик' })
  await card.getByRole('tab', { name: 'Акты' }).click()
  await card.getByRole('link', { name: number }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/operator/act/${id}$`))
})

test('of several payments of an act the newest is named on its way @screen', async ({ page }) => {
  const { id } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.route('**/api/v1/act/getAct?*', async (route) => {
    const answer = await route.fetch()
    const card = (await answer.json()) as object
    const payments = (['paid', 'rejected'] as const).map((status, place) => ({
      id,
      status,
      act_amount_kop: 100 + place,
      amount_kop: 100 + place,
      method_label: '',
      reason_text: null,
      returned_kop: 0,
      saved_at: new Date().toISOString(),
      finished_at: null,
      waits_for_file: false,
      is_retry: false,
    }))
    await route.fulfill({ response: answer, json: { ...card, payments } })
  })
  await page.goto(`/operator/act/${id}`)
  const way = page.getByRole('list', { name: 'Путь закупки' })
  await expect(way).toContainText('Оплачена')
  await expect(way).not.toContainText('Отклонена')
})

test('a screen whose file is gone reloads the page once, and then says so @screen', async ({
  page,
  problems,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/manual')
  await page.route(programFile('features/weight-act/weight-act-list-page.tsx'), (route) =>
    route.abort(),
  )
  const toActs = page.getByRole('link', { name: 'Весовые акты' })
  const reloaded = page.waitForEvent('load')
  await toActs.click()
  await reloaded
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await toActs.click()
  await expect(page.getByText('Часть программы не загрузилась').first()).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  // The browser itself writes down that the file did not come.
  problems.splice(0)
})
