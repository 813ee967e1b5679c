import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

interface Yard {
  control: string
  /** Of the indicator of post 3, which speaks Mettler's continuous output here. */
  port: number
  /** Of the indicator of post 1, which streams lines that no driver knows. */
  unknownPort: number
  process: ChildProcess
}

/** A second yard beside the demo's: the same posts, other protocols. */
async function openYard(): Promise<Yard> {
  const script = path.resolve(import.meta.dirname, '../../../src/simulators/yard/main.ts')
  const process_ = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      YARD_PORT: '0',
      YARD_SPEED: '4',
      YARD_SCALE_FORMATS: 'text,cmd,continuous',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [ready] = (await once(process_, 'message')) as [
    { control: number; posts: { post: number; port: number }[] },
  ]
  const portOf = (number: number) => ready.posts.find(({ post }) => post === number)!.port
  return {
    control: `http://127.0.0.1:${ready.control}`,
    port: portOf(3),
    unknownPort: portOf(1),
    process: process_,
  }
}

let yard: Yard
test.beforeAll(async () => {
  yard = await openYard()
})
test.afterAll(() => {
  yard.process.kill('SIGTERM')
})

const OLD = 'Весы «Платформа 150 кг»'
const NEW = 'Весы новые'

/** A text field by its label, which a star follows where it is required. */
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function openDevices(page: Page) {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  await expect(page.getByRole('button', { name: `Изменить: ${OLD}` })).toBeVisible()
}

/** Switches a device off or on by keys alone. */
async function setDisabled(page: Page, title: string, off: boolean) {
  await page.getByRole('button', { name: `Изменить: ${title}` }).press('Enter')
  await expect(field(page, 'Название')).toHaveValue(title)
  await page.getByLabel('Отключено').setChecked(off)
  await page.keyboard.press('Control+Enter')
  await expect(field(page, 'Название')).toHaveCount(0)
}

/** A scale that comes to a site that weighs takes another person. */
async function confirm(page: Page, words: RegExp) {
  const pin = page.getByRole('dialog').filter({ hasText: words })
  await expect(pin).toContainText('Нужен пин-код другого сотрудника')
  await pin.getByLabel('Пин-код').fill('637195')
}

test('a scale of another protocol is found, set up, watched and weighs at the station @keys @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  await shot(page, '60-yard')
  await setDisabled(page, OLD, true)
  await page.getByRole('button', { name: 'Новое устройство' }).press('Enter')
  await page.getByRole('option', { name: 'Весы' }).click()
  await field(page, 'Название').fill(NEW)
  await page.getByRole('combobox', { name: 'Пост' }).click()
  await page.getByRole('option', { name: /^3\. / }).click()
  await field(page, 'Адрес').fill('127.0.0.1')
  await field(page, 'Порт').fill(String(yard.port))
  await page.getByRole('button', { name: 'Найти протокол' }).press('Enter')
  const found = page.getByRole('button', { name: 'Выбрать' }).first()
  await expect(found).toBeVisible()
  await shot(page, '61-found')
  await found.press('Enter')
  await expect(page.getByTestId('indicator-hint')).toContainText('continuous output')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('Max')
  await field(page, 'Max').fill('150')
  await field(page, 'Деление d').fill('0,05')
  await field(page, 'Деление e').fill('0,05')
  await shot(page, '62-scale')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/новые весы, пост 3/)).toBeVisible()
  await shot(page, '62-second-person')
  await confirm(page, /«Весы новые»: новые весы, пост 3/)
  const row = page.getByRole('row', { name: new RegExp(NEW) })
  await expect(row.getByText('На связи', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Проверить: ${NEW}` }).press('Enter')
  const terminal = page.getByTestId('terminal')
  await expect(terminal.getByRole('row').nth(3)).toBeVisible()
  await expect(terminal.getByText(/кг/).first()).toBeVisible()
  await shot(page, '63-terminal')
  await page.keyboard.press('Escape')
  await page.goto('/operator/weight2')
  await fetch(`${yard.control}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'arrive', post: 3, mass_kg: 47.35 }),
  })
  await expect(page.getByTestId('weight')).toHaveText(/^47,35$/)
  await shot(page, '64-station')
  await openDevices(page)
  await setDisabled(page, NEW, true)
  await setDisabled(page, OLD, false)
  await expect(page.getByRole('row', { name: new RegExp(OLD) }).getByText('На связи')).toBeVisible()
})

test('an unknown line is captured, and its layout shows the weight while it is typed @web', async ({
  page,
}) => {
  const title = 'Весы неизвестные'
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Новое устройство' }).press('Enter')
  await page.getByRole('option', { name: 'Весы' }).click()
  await field(page, 'Название').fill(title)
  await field(page, 'Адрес').fill('127.0.0.1')
  await field(page, 'Порт').fill(String(yard.unknownPort))
  await page.getByRole('combobox', { name: 'Индикатор' }).click()
  await page.getByRole('option', { name: 'Свой текстовый формат' }).click()
  await page.getByRole('button', { name: 'Захватить линию' }).press('Enter')
  await expect(page.getByTestId('captured-line')).toContainText('SG       0kg')
  const preview = page.getByTestId('layout-preview')
  await expect(preview).toContainText('Понято кадров: 0 из')
  await field(page, 'Знаков между ними').fill('12')
  await field(page, 'Вес: с какого знака').fill('4')
  await field(page, 'Вес: сколько знаков').fill('7')
  await expect(preview).not.toContainText('0 кг')
  await field(page, 'Единица: с какого знака').fill('10')
  await expect(preview).toContainText('Одно место кадра занято дважды')
  await field(page, 'Единица: с какого знака').fill('11')
  await field(page, 'Единица: сколько знаков').fill('2')
  await field(page, 'Знак минус: место').fill('3')
  await field(page, 'Брутто: место').fill('2')
  await field(page, 'Брутто: знак').fill('N')
  await expect(preview).toContainText('нетто: весом не считается')
  await field(page, 'Брутто: знак').fill('G')
  await expect(preview).not.toContainText('нетто')
  await expect(preview).toContainText('0 кг')
  // The first letter says that the weight stands still: another one is no weight.
  await page.getByRole('button', { name: 'Добавить состояние' }).press('Enter')
  const states = page.getByRole('group', { name: 'Состояния индикатора' })
  await expect(preview).toContainText('Состояние 1: заполните поле')
  await states.getByLabel('Место').fill('1')
  await states.getByLabel('Значение').fill('U')
  await expect(preview).toContainText('состояние не описано')
  await states.getByLabel('Биты').fill('0F')
  await expect(preview).toContainText('Место 1: значение U шире своей маски')
  await states.getByLabel('Биты').fill('')
  await states.getByLabel('Значение').fill('S')
  await states.getByRole('combobox', { name: 'Что значит' }).click()
  await page.getByRole('option', { name: 'покой' }).click()
  await expect(preview).not.toContainText('состояние не описано')
  await field(page, 'Начало, байты').fill('30')
  await expect(preview).toContainText('Первый байт начала бывает и в самом числе')
  await field(page, 'Max').fill('60000')
  await field(page, 'Деление d').fill('20')
  await field(page, 'Деление e').fill('20')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').first()).toContainText('Начало, байты')
  await field(page, 'Начало, байты').fill('')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Поставьте груз на весы, захватите линию').first()).toBeVisible()
  await fetch(`${yard.control}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'arrive', post: 1, mass_kg: 12_340 }),
  })
  await field(page, 'Вес на табло').fill('12340')
  await expect(async () => {
    await page.getByRole('button', { name: 'Захватить линию' }).press('Enter')
    await expect(preview.getByText('12 340 кг').last()).toBeVisible()
  }).toPass()
  await shot(page, '69-text-layout')
  await page.keyboard.press('Control+Enter')
  await confirm(page, /«Весы неизвестные»: новые весы, пост не выбран/)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible()
  await page.getByRole('button', { name: `Изменить: ${title}` }).press('Enter')
  await expect(field(page, 'Вес: с какого знака')).toHaveValue('4')
  await expect(field(page, 'Брутто: знак')).toHaveValue('G')
  await expect(states.getByLabel('Значение')).toHaveValue('S')
})

test('a camera is checked by its picture; only SUPERVISOR gets the code of an agent, once @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  await expect(page.getByRole('button', { name: /агента/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Проверить: Спереди' }).click()
  await expect(page.getByRole('img', { name: 'Снимок: Спереди' })).toBeVisible()
  await shot(page, '65-camera')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Изменить: Спереди' }).click()
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Dahua', exact: true }).click()
  await expect(field(page, 'Адрес')).toHaveValue(/snapshot\.cgi/)
  await shot(page, '66-camera-form')
  await page.getByRole('button', { name: 'Найти камеры' }).click()
  const search = page.getByRole('dialog', { name: 'Поиск камер' })
  await expect(
    search.getByText(/Камер ONVIF в сети площадки не видно|Спросить камеру/).first(),
  ).toBeVisible()
  await shot(page, '68-onvif')
})

test('SUPERVISOR opens the yard of a company from its card and connects an agent @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/companies')
  await page.getByRole('row', { name: /Вторметалл-Юг/ }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Площадки и оборудование' }).click()
  await page
    .getByRole('button', { name: /Подключить агента|Заменить агента/ })
    .first()
    .click()
  await expect(page.getByTestId('agent-code')).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await shot(page, '67-agent-code')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('agent-code')).toHaveCount(0)
})
