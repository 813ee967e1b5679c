import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

async function openDevices(page: Page) {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Изменить: Спереди' })).toBeVisible()
}

const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })
const save = (form: Locator) => form.getByRole('button', { name: 'Сохранить' }).press('Enter')

/** The sentence is at its field, which screen readers read with it, and in the summary. */
async function refusedAt(form: Locator, input: Locator, words: RegExp) {
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toHaveAccessibleDescription(words)
  await expect(form.getByRole('alert').filter({ hasText: words })).toBeVisible()
}

interface Yard {
  company_id: string
  version: number
  sites: { id: string; version: number; name: string }[]
  devices: { id: string; title: string }[]
  rules: { weight: Record<string, unknown> }
}

/** What a colleague does meanwhile, and what is cleared up behind a test. */
async function colleague(request: APIRequestContext, login: 'manager' | 'super' = 'manager') {
  const headers = { authorization: `Bearer ${await tokenOf(request, login)}` }
  const own = await request.get('/api/v1/company/getCompany', {
    headers: { authorization: `Bearer ${await tokenOf(request, 'manager')}` },
  })
  const { id: companyId } = (await own.json()) as { id: string }
  const put = async <T>(path: string, body: object) => {
    const answer = await request.put(`/api/v1/${path}`, { headers, data: body })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as T
  }
  return {
    companyId,
    put: (path: string, body: object) => put<Yard>(path, { companyId, ...body }),
    async remove(deviceId: string) {
      const query = new URLSearchParams({ companyId, deviceId })
      const answer = await request.delete(`/api/v1/device/superDeleteDevice?${query}`, { headers })
      expect(answer.status(), await answer.text()).toBe(200)
    },
    change: (path: string, body: object) => put<{ version: number }>(path, body),
    get: async <T>(path: string) =>
      (await (await request.get(`/api/v1/${path}`, { headers })).json()) as T,
  }
}

test('a site shows at its fields why it cannot be saved or archived @web', async ({ page }) => {
  const { put, remove } = await colleague(page.request)
  const name = `Тупик ${Date.now()}`
  const address = 'г. Тула, тупик'
  const made = await put('device/superSaveSite', { site: { name, address } })
  const site = made.sites.find((one) => one.name === name)!
  const camera = { kind: 'camera', driver: 'snapshot', code: 79, title: name, site_id: site.id }
  const connection = { url: 'http://127.0.0.1:9/cam' }
  const yard = await put('device/superSaveDevice', { device: { ...camera, connection } })
  const { id } = yard.devices.find(({ title }) => title === name)!
  await enterAs(page, 'manager')
  await openDevices(page)
  const part = page.getByRole('region', { name: `Площадка ${name}` })
  await part.getByRole('button', { name: 'Изменить площадку' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Площадка', exact: true })
  await field(form, 'Название').fill('')
  await save(form)
  await refusedAt(form, field(form, 'Название'), /Заполните поле/)
  await field(form, 'Название').fill(name)
  const archived = form.getByRole('checkbox', { name: 'В архиве' })
  await archived.press('Space')
  await save(form)
  await expect(form.getByRole('alert')).toContainText('В архиве: На площадке есть включённые')
  await expect(archived).toBeFocused()
  await shot(page, '72-site-refused')
  await remove(id)
  await save(form)
  await expect(form).toHaveCount(0)
  await expect(part.getByText('В архиве')).toBeVisible()
})

test('a post and its slip printer are refused at their fields @web', async ({ page }) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Новый пост' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Новый пост' })
  const number = field(form, 'Номер')
  await number.fill('сто')
  await field(form, 'Адрес').fill('192.168.1.40')
  await field(form, 'Порт').fill('70000')
  await field(form, 'Знаков в строке').fill('19')
  await save(form)
  await refusedAt(form, number, /Неверное число/)
  await refusedAt(form, field(form, 'Название'), /Заполните поле/)
  await refusedAt(form, field(form, 'Порт'), /Не больше 65535/)
  await refusedAt(form, field(form, 'Знаков в строке'), /Не меньше 20/)
  await expect(number).toBeFocused()
  await shot(page, '73-post-refused')
  await number.fill('1')
  await field(form, 'Название').fill('Второй въезд')
  await field(form, 'Порт').fill('9100')
  await field(form, 'Знаков в строке').fill('42')
  await save(form)
  await refusedAt(form, number, /Пост с таким номером уже есть/)
  await expect(number).toBeFocused()
})

test('a camera and a relay board are refused at their fields @web', async ({ page }) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  const create = async (kind: string) => {
    await page.getByRole('button', { name: 'Новое устройство' }).press('Enter')
    await page.getByRole('option', { name: kind }).click()
    const form = page.getByRole('dialog', { name: `${kind}: новое устройство` })
    await field(form, 'Название').fill('Не та')
    return form
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  }
  const camera = await create('Камера')
  await field(camera, 'Адрес').fill('ftp://192.168.1.64')
  await save(camera)
  await refusedAt(camera, field(camera, 'Адрес'), /Адрес вида http/)
  await field(camera, 'Адрес').fill('http://192.168.1.64/snap')
  await field(camera, 'Номер').fill('1')
  await save(camera)
  await refusedAt(camera, field(camera, 'Номер'), /Этот номер занят/)
  await shot(page, '74-camera-refused')
  await leave()
  const relay = await create('Светофор и шлагбаум')
  await field(relay, 'Порт').fill('99999')
  await field(relay, 'Устройство').fill('300')
  await save(relay)
  await refusedAt(relay, field(relay, 'Адрес'), /Заполните поле/)
  await refusedAt(relay, field(relay, 'Порт'), /Не больше 65535/)
  await refusedAt(relay, field(relay, 'Устройство'), /Не больше 247/)
  await shot(page, '75-relay-refused')
  await leave()
})

test('rules of weighing change while a station is open, and by two people at once @web', async ({
  page,
  context,
}) => {
  // Who has no part in weighing loosens its rules alone.
  const { put, companyId, get } = await colleague(page.request, 'super')
  const path = `device/superGetYard?companyId=${companyId}`
  await enterAs(page, 'manager')
  const station = await context.newPage()
  await station.goto('/operator/weight1')
  await expect(station.getByText('Платформа 600 кг').first()).toBeVisible()
  await openDevices(page)
  await page.getByRole('button', { name: 'Правила взвешивания' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Правила взвешивания' })
  const days = field(form, 'Тара хранится, дней')
  await expect(days).toHaveValue('30')
  await shot(page, '76-rules')
  await days.fill('400')
  await field(form, 'Между взвешиваниями, с').fill('10')
  await save(form)
  await refusedAt(form, days, /Не больше 365/)
  await refusedAt(form, field(form, 'Между взвешиваниями, с'), /Не меньше 60/)
  await field(form, 'Между взвешиваниями, с').fill('5')
  await days.fill('45')
  const { version } = await get<Yard>(path)
  const rules = { weight: { stored_tare_days: 60, stale_hours: 30 } }
  await put('device/superSaveRules', { version, rules })
  const panel = form.getByRole('alert', { name: 'Запись изменили' })
  await expect(panel).toContainText('Взято из новой записи: Долго на территории, ч')
  await panel.getByRole('button', { name: 'Тара хранится, дней: оставить ваше' }).press('Enter')
  await form.getByRole('combobox', { name: '«Второй пост»' }).click()
  await page.getByRole('option', { name: /^3\. / }).click()
  await save(form)
  await expect(form).toHaveCount(0)
  await expect(station.getByText('Платформа 150 кг').first()).toBeVisible()
  const saved = await get<Yard>(path)
  expect(saved.rules.weight).toMatchObject({
    stored_tare_days: 45,
    stale_hours: 30,
    min_pass_s: 5,
    posts: { weight: 1, weight1: 3, weight2: 3 },
  })
  await page.getByRole('button', { name: 'Правила взвешивания' }).press('Enter')
  await days.fill('90')
  await save(form)
  const pin = page
    .getByRole('dialog')
    .filter({ hasText: 'Тара хранится: было 45 дней, будет 90 дней' })
  await expect(pin).toContainText('Нужен пин-код другого сотрудника')
  await shot(page, '76-rules-second-person')
  await pin.getByLabel('Пин-код').fill('637195')
  await expect(form).toHaveCount(0)
  expect((await get<Yard>(path)).rules.weight['stored_tare_days']).toBe(90)
  const posts = { weight: 1, weight1: 2, weight2: 3 }
  const former = { weight: { posts, stored_tare_days: 30, stale_hours: 24 } }
  await put('device/superSaveRules', { version: (await get<Yard>(path)).version, rules: former })
  await expect(station.getByText('Платформа 600 кг').first()).toBeVisible()
})

interface Card {
  id: string
  version: number
  short_name: string
  licence_authority: string | null
  email: string | null
}

test('SUPERVISOR changes the requisites of a company; each is checked at its field @web', async ({
  page,
}) => {
  const { change, companyId, get } = await colleague(page.request, 'super')
  const read = () => get<Card>(`company/superGetCompany?id=${companyId}`)
  const before = await read()
  await enterAs(page, 'super')
  await page.goto(`/super/companies?peek=${companyId}`)
  await page.getByRole('button', { name: 'Изменить реквизиты' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Реквизиты компании' })
  await expect(field(form, 'Краткое название')).toHaveValue(before.short_name)
  await shot(page, '77-requisites')
  const inn = await field(form, 'ИНН').inputValue()
  await field(form, 'ИНН').fill('7700000000')
  await field(form, 'Полное название').fill('')
  await save(form)
  await refusedAt(form, field(form, 'ИНН'), /ИНН/)
  await refusedAt(form, field(form, 'Полное название'), /Заполните поле/)
  await shot(page, '78-requisites-refused')
  await field(form, 'ИНН').fill(inn)
  await field(form, 'Полное название').fill('ООО «Проверка»')
  await field(form, 'ОГРН').fill('304500116000157')
  await save(form)
  await refusedAt(form, field(form, 'ОГРН'), /13 цифр/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await page.getByRole('button', { name: 'Изменить реквизиты' }).press('Enter')
  await field(form, 'Эл. почта').fill('novaya@sklad.example')
  const { version } = await read()
  await change('company/superUpdateCompany', {
    id: companyId,
    version,
    licence_authority: 'Минпромторг',
  })
  await expect(form.getByRole('alert', { name: 'Запись изменили' })).toContainText('Кем выдана')
  await save(form)
  await expect(form).toHaveCount(0)
  const after = await read()
  expect(after).toMatchObject({ licence_authority: 'Минпромторг', email: 'novaya@sklad.example' })
  const { licence_authority, email } = before
  const former = { licence_authority, email }
  await change('company/superUpdateCompany', { id: companyId, version: after.version, ...former })
})
