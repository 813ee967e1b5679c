import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { browserConfig } from '../support/browser-config.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { arrive, clearScale, command } from '../support/yard.ts'

test.use({ onePage: true })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function openDevices(page: Page) {
  await page.goto('/operator')
  await page.getByRole('button', { name: 'Оборудование' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Изменить: Спереди' })).toBeVisible()
}

test('a plate camera is checked by its picture and what was read of it @web', async ({ page }) => {
  await clearScale()
  await arrive('К777ХХ199', 9000)
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Проверить: Номер спереди' }).press('Enter')
  const check = page.getByRole('dialog', { name: 'Проверка: Номер спереди' })
  // Right after the start the agent still loads its plate reader: a person reads once more.
  await expect(async () => {
    if (await check.getByText('Камера номеров не отвечает').isVisible())
      await check.getByRole('button', { name: 'Прочитать ещё раз' }).press('Enter')
    await expect(check.getByText('К777ХХ199').first()).toBeVisible({ timeout: 8000 })
  }).toPass()
  await expect(check.getByText(/^\d\d(,\d+)?\s%$/).first()).toBeVisible()
  await expect(check.getByRole('img', { name: 'Снимок: Номер спереди' })).toBeVisible()
  await shot(page, '69-plate-check')
  await clearScale()
  await check.getByRole('button', { name: 'Прочитать ещё раз' }).press('Enter')
  await expect(check.getByText('не прочитан')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('outputs of a relay board are switched after a confirmation, and never over a vehicle @web', async ({
  page,
}) => {
  await clearScale()
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Проверить: Светофор и шлагбаум' }).press('Enter')
  const check = page.getByRole('dialog', { name: 'Проверка: Светофор и шлагбаум' })
  const barrier = check.getByRole('row', { name: /^Шлагбаум/ })
  const turn = async (way: 'Включить' | 'Выключить') => {
    await barrier.getByRole('button', { name: way.toLowerCase() }).press('Enter')
    const question = page.getByRole('dialog', { name: `Шлагбаум: ${way.toLowerCase()}?` })
    await question.getByRole('button', { name: way, exact: true }).press('Enter')
    await expect(question).toHaveCount(0)
  }
  await turn('Включить')
  await expect(barrier.getByText('Открыт')).toBeVisible()
  await shot(page, '70-relay-check')
  await command({ do: 'loop', post: 1, on: true })
  try {
    await expect(check.getByText(/Петля под шлагбаумом: занята/)).toBeVisible()
    await turn('Выключить')
    await expect(check.getByRole('alert')).toHaveText('Под шлагбаумом машина: закрыть нельзя')
  } finally {
    await command({ do: 'loop', post: 1, on: false })
  }
  await expect(check.getByText(/Петля под шлагбаумом: свободна/)).toBeVisible()
  await turn('Выключить')
  await expect(barrier.getByText('Закрыт')).toBeVisible()
})

test('a test slip is printed at a post, or the row shows why not @web', async ({ page }) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  const print = async () => {
    await page.getByRole('button', { name: 'Проверить: Принтер талонов, пост 1' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Напечатать пробный талон?' })
    await question.getByRole('button', { name: 'Напечатать', exact: true }).press('Enter')
    await expect(question).toHaveCount(0)
  }
  await print()
  await expectToast(page, 'Принтер принял пробный талон')
  await command({ do: 'printer_off' })
  try {
    await print()
    const row = page.getByRole('row', { name: /Принтер талонов.* 1 / })
    await expect(row.getByRole('alert')).toHaveText('Принтер не отвечает')
    await shot(page, '71-printer')
  } finally {
    await command({ do: 'printer_off', on: false })
  }
})

test('a camera found on the network is read for its pictures and fills its address @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Новое устройство' }).press('Enter')
  await page.getByRole('option', { name: 'Камера', exact: true }).click()
  await field(page, 'Пользователь').fill('yard')
  await page.getByLabel('Пароль', { exact: true }).fill('yard-camera')
  await page.getByRole('button', { name: 'Найти камеры' }).press('Enter')
  const search = page.getByRole('dialog', { name: 'Поиск камер' })
  await search.getByRole('button', { name: 'Спросить камеру' }).first().press('Enter')
  const picture = search.getByRole('button', { name: 'Снимок' }).first()
  await expect(picture).toBeVisible()
  await shot(page, '72-onvif-profiles')
  await picture.press('Enter')
  await expect(search).toHaveCount(0)
  await expect(field(page, 'Адрес')).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/.*(picture|snapshot)/)
})

test('a wrong password of a found camera is shown, and the search continues @web', async ({
  page,
}) => {
  await enterAs(page, 'manager')
  await openDevices(page)
  await page.getByRole('button', { name: 'Новое устройство' }).press('Enter')
  await page.getByRole('option', { name: 'Камера', exact: true }).click()
  await field(page, 'Пользователь').fill('yard')
  await page.getByLabel('Пароль', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Найти камеры' }).press('Enter')
  const search = page.getByRole('dialog', { name: 'Поиск камер' })
  await search.getByRole('button', { name: 'Спросить камеру' }).first().press('Enter')
  await expect(search.getByText('Камера не приняла пароль')).toBeVisible()
})

/** The agent of another site, as it runs on the machine beside the scale. */
function startAgent(dir: string, code: string): ChildProcess {
  const script = path.resolve(import.meta.dirname, '../../../src/agent/main.ts')
  return spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      AGENT_DIR: dir,
      SERVER_URL: browserConfig.address,
      AGENT_ENROL_CODE: code,
    },
    stdio: 'ignore',
  })
}

test('an agent joins its site by the code, works, and is disconnected when revoked', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/companies')
  await page.getByRole('row', { name: /Вторметалл-Юг/ }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Площадки и оборудование' }).click()
  const name = `Площадка ${Date.now()}`
  await page.getByRole('button', { name: 'Новая площадка' }).press('Enter')
  await field(page, 'Название').fill(name)
  await field(page, 'Адрес').fill('г. Батайск, ул. Весовая, д. 1')
  await page.keyboard.press('Control+Enter')
  const site = page.getByRole('region', { name: `Площадка ${name}` })
  await expect(site.getByText('Агент не подключён')).toBeVisible()
  await site.getByRole('button', { name: 'Подключить агента' }).press('Enter')
  const code = (await page.getByTestId('agent-code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-second-agent-'))
  const agent = startAgent(dir, code.trim())
  try {
    await expect(site.getByText('Агент на связи')).toBeVisible()
    await shot(page, '73-agent-joined')
    await site.getByRole('button', { name: 'Отозвать агента' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Отозвать агента?' })
    await question.getByRole('button', { name: 'Отозвать', exact: true }).press('Enter')
    await expect(site.getByText('Агент не подключён')).toBeVisible()
  } finally {
    agent.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
  await site.getByRole('button', { name: 'Изменить площадку' }).press('Enter')
  await page.getByLabel('В архиве').check()
  await page.keyboard.press('Control+Enter')
  await expect(site.getByText('В архиве')).toBeVisible()
})
