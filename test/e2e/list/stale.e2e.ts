import { expect, type APIRequestContext } from '@playwright/test'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { holdBack } from '../support/answers.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

interface Card {
  id: string
  version: number
}

async function managerOf(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'manager')}` }
  const answer = async (sent: ReturnType<APIRequestContext['post']>) => {
    const got = await sent
    expect(got.status(), await got.text()).toBe(200)
    return (await got.json()) as Card
  }
  return {
    make: (data: object) =>
      answer(request.post('/api/v1/supplier/createNewSuppliers', { headers, data })),
    change: (data: object) =>
      answer(request.put('/api/v1/supplier/updateSuppliers', { headers, data })),
  }
}

test('two people change one supplier: no typed value is lost, and none is overwritten without a choice @web', async ({
  page,
}) => {
  const manager = await managerOf(page.request)
  const last_name = `Сверкин${Date.now()}`
  const made = await manager.make({
    client_id: crypto.randomUUID(),
    type: 'person',
    last_name,
    first_name: 'Иван',
    middle_name: 'Петрович',
  })
  await enterAs(page, 'operator')
  const letGo = await holdBack(page, '**/api/v1/live/stream*')
  await page.goto(`/operator/suppliers?card=${made.id}`)
  const dialog = page.getByRole('dialog', { name: 'Поставщик' })
  await expect(dialog.getByRole('textbox', { name: 'Имя' })).toHaveValue('Иван')
  await dialog.getByRole('textbox', { name: 'Имя' }).fill('Илья')
  const { version } = made
  await manager.change({ id: made.id, version, first_name: 'Игорь', middle_name: 'Павлович' })
  // What was saved after the card was read and before its stream was there is heard as well.
  letGo()
  const panel = dialog.getByRole('alert', { name: 'Запись изменили' })
  await expect(panel).toContainText('Взято из новой записи: Отчество')
  await expect(dialog.getByLabel('Отчество')).toHaveValue('Павлович')
  await expect(dialog.getByRole('textbox', { name: 'Имя' })).toHaveValue('Илья')
  const save = dialog.getByRole('button', { name: 'Сохранить' })
  await expect(save).toBeDisabled()
  await expect(panel.getByRole('row').nth(1)).toHaveText('ИмяИванИльяИгорь')
  await shot(page, 'stale-record')
  await panel.getByRole('button', { name: 'Имя: оставить ваше' }).click()
  await save.click()
  await expectToast(page, 'Поставщик сохранён')
  await expect(panel).toHaveCount(0)
  const kept = await page.request.get(`/api/v1/supplier/getSupplier?id=${made.id}`, {
    headers: { authorization: `Bearer ${await tokenOf(page.request, 'operator')}` },
  })
  expect(await kept.json()).toMatchObject({ first_name: 'Илья', middle_name: 'Павлович' })
})

test('representatives that two people change are joined cell by cell, and another list of them is a choice @web', async ({
  page,
}) => {
  const manager = await managerOf(page.request)
  const of = (full_name: string, number: string) => ({
    full_name,
    authority: 'Доверенность',
    number,
  })
  const made = await manager.make({
    client_id: crypto.randomUUID(),
    type: 'company',
    org_name: `ООО «Ладья ${Date.now()}»`,
    representatives: [of('Белов Иван', '1'), of('Седов Пётр', '2')],
  })
  await enterAs(page, 'operator')
  await page.goto(`/operator/suppliers?card=${made.id}`)
  const dialog = page.getByRole('dialog', { name: 'Поставщик' })
  const numbers = dialog.getByRole('textbox', { name: 'Номер', exact: true })
  await expect(numbers.nth(1)).toHaveValue('2')
  await numbers.nth(0).fill('1/а')
  await numbers.nth(1).fill('2/а')
  const { id } = made
  const { version } = await manager.change({
    id,
    version: made.version,
    representatives: [{ ...of('Белов Иван', '1/б'), authority: 'Приказ' }, of('Седов Пётр', '2')],
  })
  const panel = dialog.getByRole('alert', { name: 'Запись изменили' })
  await expect(panel.getByRole('row').nth(1)).toHaveText(/Номер.*11\/а1\/б$/)
  await expect(panel).toContainText('Взято из новой записи: Представители, 1: Основание')
  await expect(dialog.getByRole('textbox', { name: 'Основание' }).nth(0)).toHaveValue('Приказ')
  await expect(numbers.nth(1)).toHaveValue('2/а')
  await shot(page, 'stale-rows')
  await panel.getByRole('button', { name: /взять новое/ }).click()
  await expect(numbers.nth(0)).toHaveValue('1/б')
  // One is gone and another has come to the place of the one that is being changed.
  await manager.change({
    id,
    version,
    representatives: [of('Седов Пётр', '2'), of('Чернов Лев', '3')],
  })
  await expect(panel.getByRole('row').nth(1)).toContainText('Представители')
  await shot(page, 'stale-other-rows')
  await panel.getByRole('button', { name: /взять новое/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'ФИО' }).nth(1)).toHaveValue('Чернов Лев')
  await expect(numbers.nth(1)).toHaveValue('3')
})

test('values that the server computes for a saved document are not shown as a change by another person @web', async ({
  page,
}) => {
  const manager = await managerOf(page.request)
  const made = await manager.make({
    client_id: crypto.randomUUID(),
    type: 'person',
    last_name: `Сроков${Date.now()}`,
    first_name: 'Иван',
    birth_date: '1980-03-12',
  })
  await enterAs(page, 'operator')
  await page.goto(`/operator/suppliers?card=${made.id}`)
  const dialog = page.getByRole('dialog', { name: 'Поставщик' })
  const panel = dialog.getByRole('alert', { name: 'Запись изменили' })
  const number = dialog.getByLabel('Серия и номер')
  for (const [typed, masked, issued] of [
    ['4512 999111', '45** ***111', '01.04.2012'],
    ['4513 999222', '45** ***222', '01.04.2025'],
  ] as const) {
    await number.fill(typed)
    await dialog.getByLabel('Выдан', { exact: true }).fill(issued)
    await dialog.getByLabel('Кем выдан').fill('УВД Тулы')
    await dialog.getByLabel('Код подразделения').fill('710-001')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toContainText(`Записан ${masked}`)
    await expect(number).toHaveValue('')
    await expect(panel).toHaveCount(0)
  }
})

test('a draft act takes what another person saved while it was being changed @web', async ({
  page,
}) => {
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'manager')}` }
  const save = async (data: object) => {
    const got = await page.request.post('/api/v1/act/update', {
      headers,
      data: { command: 'save', ...data },
    })
    expect(got.status(), await got.text()).toBe(200)
    return (await got.json()) as Card
  }
  const manager = await managerOf(page.request)
  const seller = await manager.make({
    client_id: crypto.randomUUID(),
    type: 'person',
    last_name: `Черновик${Date.now()}`,
    first_name: 'Иван',
  })
  const made = await save({ client_id: crypto.randomUUID(), supplier_id: seller.id })
  const told = await page.request.post('/api/v1/live/noteReader', {
    headers,
    data: { record: { entity: 'act', id: made.id }, doing: 'edits' },
  })
  expect(told.status()).toBe(200)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${made.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Сейчас правит' })).toBeVisible()
  const comment = page.getByRole('textbox', { name: 'Примечание' })
  const paper = page.getByRole('textbox', { name: 'Документ на лом' })
  await comment.fill('Привёз сам')
  const { id, version } = made
  await save({ id, version, comment: 'Привёз сын', ownership_document: 'Договор 7' })
  const panel = page.getByRole('alert', { name: 'Запись изменили' })
  await expect(panel).toContainText('Взято из новой записи')
  await expect(paper).toHaveValue('Договор 7')
  await expect(comment).toHaveValue('Привёз сам')
  await shot(page, 'stale-act')
  await panel.getByRole('button', { name: /взять новое/ }).click()
  await expect(comment).toHaveValue('Привёз сын')
  await comment.fill('Привёз сын, ждёт')
  await page.keyboard.press('Control+KeyS')
  await expectToast(page, 'Черновик сохранён')
  await expect(panel).toHaveCount(0)
})
