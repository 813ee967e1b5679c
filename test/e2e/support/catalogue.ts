import { expect, type Locator, type Page } from '@playwright/test'
import { enterAs, tokenOf } from './addresses.ts'

/** What a journey reads of a node. */
export interface Node {
  gost_category?: string | null
  waste_code?: string | null
  used?: boolean
  id: string
  name: string
  parent_id: string | null
  version: number
  status: string
}

/** The catalogue through the API, as changed by another person at another computer. */
export async function desk(page: Page) {
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'manager')}` }
  const save = async (data: object) => {
    const got = await page.request.put('/api/v1/product/update', { headers, data })
    expect(got.status(), await got.text()).toBe(200)
    return (await got.json()) as Node
  }
  const all = async () => {
    const got = await page.request.get('/api/v1/product/getProducts', { headers })
    return ((await got.json()) as { items: Node[] }).items
  }
  const node = async (name: string) => (await all()).find((one) => one.name === name)
  return { save, all, node }
}

/** A group of its own with three items and an empty group, so that tests do not meet. */
export async function plant(page: Page) {
  const { save, ...rest } = await desk(page)
  const mark = Date.now().toString(36)
  const name = (word: string) => `${word} ${mark}`
  const home = await save({ kind: 'group', name: name('Двор') })
  const names = { home: home.name, а: name('Алая'), б: name('Бурая'), в: name('Вишнёвая') }
  for (const one of [names.а, names.б, names.в])
    await save({ kind: 'item', metal_class: 'none', name: one, parent_id: home.id })
  const bag = await save({ kind: 'group', name: name('Гнездо'), parent_id: home.id })
  return { save, ...rest, names: { ...names, bag: bag.name }, home, bag, mark }
}

/** The tree of the page and its first row with a name. */
export const treeOf = (page: Page) => page.getByRole('tree', { name: 'Номенклатура' })
export const rowOf = (page: Page, name: string) =>
  treeOf(page).getByRole('treeitem').filter({ hasText: name }).first()

/** Opens the page at a node, the tree narrowed to words when there are any. */
export async function open(page: Page, id: string, words = ''): Promise<void> {
  await enterAs(page, 'operator')
  await page.goto(`/operator/product?node=${id}`)
  await expect(treeOf(page).getByRole('treeitem').first()).toBeVisible()
  if (!words) return
  await page.getByRole('searchbox', { name: 'Найти позицию' }).fill(words)
  await expect(treeOf(page).getByRole('treeitem').first()).toContainText(words)
}

/** Carries a row to a share of another row's height and waits there. */
export async function carry(page: Page, row: Locator, to: Locator, share: number): Promise<void> {
  const [from, over] = [(await row.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(from.x + 120, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 130, from.y + from.height / 2 + 8, { steps: 3 })
  await page.mouse.move(over.x + 140, over.y + over.height * share, { steps: 8 })
}
