import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { assertWithin } from '#test/support/promised-speed.ts'
import { enterAs } from '../support/addresses.ts'
import { carry, desk, open, plant, rowOf, treeOf, type Node } from '../support/catalogue.ts'
import { keyboardOf } from '../support/hands.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

/** Russian letters as keys, which the driver’s own keyboard lacks; all in one moment, since a late letter begins another word. */
async function letters(page: Page, text: string): Promise<void> {
  await treeOf(page).evaluate((tree, keys) => {
    for (const key of keys)
      tree.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyQ', bubbles: true }))
  }, text)
}

test('rows are dragged by the mouse, and an impossible place is shown before the drop @web', async ({
  page,
}) => {
  const yard = await plant(page)
  const { names } = yard
  await open(page, yard.home.id, yard.mark)
  const ghost = page.getByRole('status').filter({ hasText: names.в })
  await carry(page, rowOf(page, names.в), rowOf(page, names.а), 0.1)
  await expect(ghost).toContainText(`В группу «${names.home}»`)
  await shot(page, 'catalogue-drag')
  await page.mouse.up()
  const order = treeOf(page).getByRole('treeitem').filter({ hasText: yard.mark })
  await expect(order).toContainText([names.home, names.в, names.а, names.б, names.bag])
  await carry(page, rowOf(page, names.в), rowOf(page, names.bag), 0.5)
  await page.mouse.up()
  await expect(rowOf(page, names.в)).toHaveAttribute('aria-level', '3')

  await carry(page, rowOf(page, names.home), rowOf(page, names.bag), 0.5)
  const held = page.getByRole('status').filter({ hasText: names.home })
  await expect(held).toContainText('Группу нельзя вложить в саму себя')
  await shot(page, 'catalogue-refused-drop')
  await page.mouse.up()
  await carry(page, rowOf(page, names.б), rowOf(page, names.а), 0.5)
  await expect(page.getByRole('status').filter({ hasText: names.б })).toContainText('Это позиция')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Это позиция')).toHaveCount(0)
  await page.mouse.up()
  expect((await yard.node(names.home))!.parent_id).toBeNull()
  expect((await yard.node(names.б))!.parent_id).toBe(yard.home.id)
  expect((await yard.node(names.в))!.parent_id).toBe(yard.bag.id)
})

test('the catalogue is browsed, changed, moved and renamed by keys alone @web', async ({
  page,
}) => {
  const yard = await plant(page)
  const { names } = yard
  const hands = await keyboardOf(page)
  await open(page, yard.home.id)
  await treeOf(page).focus()
  const active = treeOf(page).getByRole('treeitem', { selected: true })
  await expect(active).toContainText(names.home)
  await hands.press('ArrowLeft')
  await expect(rowOf(page, names.а)).toHaveCount(0)
  await hands.press('ArrowRight')
  await hands.press('ArrowRight')
  await expect(active).toContainText(names.а)
  await letters(page, 'Виш')
  await expect(active).toContainText(names.в)
  await hands.press('Alt+ArrowUp')
  const order = treeOf(page).getByRole('treeitem').filter({ hasText: yard.mark })
  await expect(order).toContainText([names.home, names.а, names.в, names.б, names.bag])
  await hands.press('Alt+ArrowDown')
  await expect(order).toContainText([names.home, names.а, names.б, names.в, names.bag])
  await hands.press('Home')
  await hands.press('End')
  await expect(active).toContainText(names.bag)
  await hands.press('Alt+ArrowRight')
  await expect(page.getByText(`«${names.в}» — позиция: в неё ничего не кладут`)).toBeVisible()

  await hands.press('F2')
  await expect(page.getByRole('textbox', { name: 'Новое название' })).toBeFocused()
  await hands.type(`Ларь ${yard.mark}`)
  await hands.press('Enter')
  await expect(active).toContainText(`Ларь ${yard.mark}`)
  await expect(treeOf(page)).toBeFocused()

  await hands.press('Insert')
  const fresh = page.getByRole('region', { name: 'Новая позиция' })
  await expect(fresh.getByLabel('Название')).toBeFocused()
  await hands.type(`Медь ${yard.mark}`)
  await hands.press('Control+Enter')
  await expect(fresh.getByText(/Укажите вид/).first()).toBeVisible()
  await expect(fresh.getByRole('combobox', { name: 'Вид' })).toBeFocused()
  await hands.press('ArrowDown')
  await hands.press('ArrowDown')
  await hands.press('ArrowDown')
  await hands.press('Enter')
  await hands.press('Control+Enter')
  await expectToast(page, 'Позиция сохранена')
  await expect(active).toContainText(`Медь ${yard.mark}`)
  await expect(active).toHaveAttribute('aria-level', '3')
  await hands.press('Escape')
  await expect(treeOf(page)).toBeFocused()
  await hands.press('Alt+ArrowLeft')
  await expect(active).toHaveAttribute('aria-level', '2')

  await hands.press('Enter')
  await expect(page.getByRole('region', { name: 'Позиция' }).getByLabel('Название')).toBeFocused()
  await hands.press('Escape')
  await hands.press('Delete')
  await expect(page.getByRole('dialog', { name: 'Удалить?' })).toBeVisible()
  await hands.press('Control+Enter')
  await expectToast(page, 'Удалено')
  await expect(rowOf(page, `Медь ${yard.mark}`)).toHaveCount(0)
  expect(await yard.node(`Медь ${yard.mark}`)).toBeUndefined()
  expect(hands.pointer).toEqual([])
})

test('leaving a changed form asks, and a stale one takes the changes of another person @web', async ({
  page,
}) => {
  const yard = await plant(page)
  const { names } = yard
  const node = (await yard.node(names.а))!
  await open(page, node.id, yard.mark)
  const form = page.getByRole('region', { name: 'Позиция' })
  await form.getByLabel('Категория ГОСТ').fill('3А')
  await rowOf(page, names.б).click()
  const question = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
  await question.getByRole('button', { name: 'Остаться' }).click()
  await expect(form.getByLabel('Категория ГОСТ')).toHaveValue('3А')
  await yard.save({ id: node.id, version: node.version, gost_category: '5А', waste_code: '7' })
  const panel = page.getByRole('alert', { name: 'Запись изменили' })
  await expect(panel).toContainText('Взято из новой записи: Код отхода')
  await shot(page, 'catalogue-stale')
  await panel.getByRole('button', { name: 'Категория ГОСТ: оставить ваше' }).click()
  await rowOf(page, names.б).click()
  await question.getByRole('button', { name: 'Сохранить' }).click()
  await expect(form.getByRole('heading', { name: names.б })).toBeVisible()
  const kept = await yard.node(names.а)
  expect([kept?.gost_category, kept?.waste_code]).toEqual(['3А', '7'])
})

test('a used item has a fixed measure, is archived and restored @web', async ({ page }) => {
  const { all } = await desk(page)
  const used = (await all()).find((one) => one.used && one.status === 'active')!
  await open(page, used.id)
  const form = page.getByRole('region', { name: 'Позиция' })
  await expect(
    form.getByText('Позиция есть в документах, поэтому меру менять нельзя.'),
  ).toBeVisible()
  await expect(form.getByRole('radio', { name: 'Штуками' })).toBeDisabled()
  await shot(page, 'catalogue-used')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await form.getByRole('button', { name: 'В архив' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'В архив' }).click()
  await expectToast(page, 'Перенесено в архив')
  await expect(rowOf(page, used.name)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Показать архив' }).check()
  await rowOf(page, used.name).click()
  await shot(page, 'catalogue-archived')
  await page.getByRole('button', { name: 'Вернуть из архива' }).click()
  await expectToast(page, 'Снова действует')
  await expect(form.getByRole('button', { name: 'В архив' })).toBeVisible()
})

test('importing an exported file changes nothing, a broken file has its rows named @web', async ({
  page,
}) => {
  const yard = await plant(page)
  await open(page, yard.home.id)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить XLSX' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('Номенклатура.xlsx')
  const buffer = readFileSync(await download.path())
  await page.getByRole('button', { name: 'Загрузить XLSX' }).click()
  const dialog = page.getByRole('dialog', { name: 'Загрузить номенклатуру из XLSX' })
  const choose = (name: string, bytes: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: bytes,
    })
  await choose('Номенклатура.xlsx', buffer)
  await expect(dialog.getByText('Файл ничего не меняет')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Загрузить', exact: true })).toBeDisabled()
  const changed = await yard.save({
    kind: 'item',
    metal_class: 'none',
    name: `Позже ${yard.mark}`,
    code: yard.mark,
  })
  await choose('Номенклатура.xlsx', buffer)
  await expect(dialog.getByText('Файл ничего не меняет')).toBeVisible()
  await yard.save({ id: yard.home.id, version: yard.home.version, name: `Иначе ${yard.mark}` })
  await dialog.getByRole('button', { name: 'Проверить ещё раз' }).click()
  // The groups of the file are gone under their names: the file would make them and what lies in them again.
  await expect(dialog.getByRole('status')).toContainText('Новых: 5')
  await shot(page, 'catalogue-import')
  await dialog.getByRole('button', { name: 'Загрузить', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect((await yard.all()).filter(({ name }) => name === yard.home.name)).toHaveLength(1)
  expect((await yard.node(changed.name))!.id).toBe(changed.id)
  await page.getByRole('button', { name: 'Загрузить XLSX' }).click()
  await choose('broken.xlsx', Buffer.from('Название;Группа'))
  await expect(dialog.getByRole('alert')).toContainText('не читается как таблица')
})

test('without the right the catalogue is read only @web', async ({ page }) => {
  const yard = await plant(page)
  await page.route('**/company/getStart', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"product.edit",', '')
    await route.fulfill({ response: answer, body })
  })
  await open(page, (await yard.node(yard.names.а))!.id, yard.mark)
  const pane = page.getByRole('region', { name: 'Позиция' })
  await expect(pane.getByText('Обычный засор')).toBeVisible()
  await expect(pane.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Новая позиция' })).toHaveCount(0)
  await treeOf(page).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Новое название' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await shot(page, 'catalogue-reading')
})

test('two thousand nodes are browsed and searched without waiting @web', async ({ page }) => {
  const { save } = await desk(page)
  const mark = `Т${Date.now().toString(36)}`
  const group = await save({ kind: 'group', name: `Склад ${mark}` })
  const last = Number.parseInt(group.id.slice(-4), 16)
  await enterAs(page, 'operator')
  await page.route('**/product/getProducts*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { items: object[] }
    const root = body.items.find((one) => (one as Node).id === group.id)!
    const extra = Array.from({ length: 2000 }, (_, i) => ({
      ...root,
      kind: 'item',
      depth: 2,
      parent_id: group.id,
      // None of them has the group's own id, which ends by chance.
      id: group.id.slice(0, -4) + ((last + 1 + i) % 65_536).toString(16).padStart(4, '0'),
      name: `Товар ${i} ${mark}`,
    }))
    await route.fulfill({ response: answer, json: { ...body, items: [...body.items, ...extra] } })
  })
  await page.goto(`/operator/product?node=${group.id}`)
  await expect(treeOf(page).getByRole('treeitem', { selected: true })).toContainText(mark)
  expect(await treeOf(page).getByRole('treeitem').count()).toBeLessThan(80)
  await treeOf(page).focus()
  // A held arrow: each repeat is answered by a drawn row before the next one comes.
  const steps = await treeOf(page).evaluate(async (tree) => {
    const taken: number[] = []
    for (let i = 0; i < 100; i++) {
      const from = performance.now()
      const key = { key: 'ArrowDown', code: 'ArrowDown', bubbles: true, repeat: i > 0 }
      tree.dispatchEvent(new KeyboardEvent('keydown', key))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      taken.push(performance.now() - from)
    }
    return taken.toSorted((x, y) => x - y)
  })
  await expect(rowOf(page, `Товар 99 ${mark}`)).toHaveAttribute('aria-selected', 'true')
  // A keyboard repeats thirty times a second.
  assertWithin(steps[50]!, 33, 'a held arrow')
  await page.keyboard.press('End')
  await expect(rowOf(page, `Товар 1999 ${mark}`)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('searchbox').fill(`Товар 1234 ${mark}`)
  await expect(treeOf(page).getByRole('treeitem')).toHaveCount(2)
})

test.describe('on a tablet', () => {
  const size = { width: 820, height: 1180 }
  test.use({ viewport: size, hasTouch: true, onePage: false })

  test('a node is moved by touch by choosing its group, and the screen fits @web', async ({
    page,
  }) => {
    const { names, home, mark } = await plant(page)
    await open(page, home.id, mark)
    await rowOf(page, names.а).tap()
    const pane = page.getByRole('region', { name: 'Позиция' })
    // The pane follows the chosen row a moment later.
    await expect(pane.getByRole('heading', { level: 2 }).first()).toHaveText(names.а)
    await pane.getByRole('button', { name: 'Переместить…' }).tap()
    await page.getByRole('option', { name: `${names.home} → ${names.bag}` }).tap()
    await expect(rowOf(page, names.а)).toHaveAttribute('aria-level', '3')
    const wide = await page.evaluate(() => document.querySelector('main')!.scrollWidth)
    expect(wide).toBeLessThanOrEqual(size.width)
  })
})
