import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { findRecords, tokenOf } from './addresses.ts'
import { MANAGER_PIN, OWNER_PIN } from './purchase-steps.ts'

export interface Saved {
  id: string
  version: number
  lines: { id: string }[]
  code: string
  number: string
  approval: { action: string; object: object; amount_kop?: number; who: 'self' | 'other' }
}

/** Steps of a person over the API, with the manager's PIN where one is required, the owner's where the manager asks. */
export async function stepsOf(request: APIRequestContext, login: string) {
  const authorization = `Bearer ${await tokenOf(request, login)}`
  const call = async (method: 'post' | 'put', path: string, data: object, approval?: string) => {
    const headers = { authorization, ...(approval && { 'x-approval-token': approval }) }
    return request[method](`/api/v1/${path}`, { headers, data })
  }
  return async <Answer = Saved>(
    method: 'post' | 'put',
    path: string,
    data: object,
  ): Promise<Answer> => {
    let approval: string | undefined
    let got = await call(method, path, data)
    // What is not usual is said in words, before or after the PIN that another rule asks for.
    for (let step = 0; step < 3 && got.status() !== 200; step++) {
      if (got.status() === 409 && /-reason"/.test(await got.text()))
        data = { ...data, reason: 'Проверено на площадке' }
      else if (got.status() === 403) {
        // All that the refusal names is confirmed, the sum among it.
        const { action, object, amount_kop, who } = ((await got.json()) as Saved).approval
        const pcode = (login === 'manager') === (who === 'self') ? MANAGER_PIN : OWNER_PIN
        const pin = { pcode, action, object, amount_kop }
        const checked = await call('post', 'user/checkPCode', pin)
        approval = ((await checked.json()) as { approval_token: string }).approval_token
      } else break
      got = await call(method, path, data, approval)
    }
    expect(got.status(), await got.text()).toBe(200)
    return (await got.json()) as Answer
  }
}

/** Says why contamination is not the usual, where the act asks for it. */
export async function sayWhy(page: Page): Promise<void> {
  const words = page.getByRole('dialog', { name: 'Засор не обычный' })
  await words.getByRole('textbox').fill('Проверено на площадке')
  await words.getByRole('button', { name: 'Далее' }).click()
}

/** Opens the check of an act's new pages, accepts each as soon as it is seen, and signs. */
export async function acceptPages(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Подписать' }).click()
  const check = page.getByRole('dialog', { name: /^Проверка листов акта/ })
  for (let place = 1; place <= count; place++) {
    await expect(check.getByText(`${place} из ${count} новых`)).toBeVisible()
    await turnToEnd(check)
    const accept = check.getByRole('button', { name: /^Принять (лист|и подписать)$/ })
    const signs = (await accept.innerText()) === 'Принять и подписать'
    await accept.click()
    if (signs) return
  }
  await check.getByRole('button', { name: /подписать$/i }).click()
}

/** Turns the pages of a PDF, which is accepted only after its last. */
async function turnToEnd(check: Locator): Promise<void> {
  const main = check.getByRole('button', { name: /^(Принять (лист|и подписать)|Дальше: страница)/ })
  await expect(main).toBeEnabled()
  const [, next, last] = /(\d+) из (\d+)$/.exec(await main.innerText()) ?? []
  for (let page = Number(next); page <= Number(last); page++)
    await check.getByRole('button', { name: `Дальше: страница ${page} из ${last}` }).click()
}

/** What issuing asks of a person besides the positions. */
export const ACT_FORM = {
  ownership_basis: 'Личное имущество',
  radiation: { done: true },
  explosion: { done: true },
}

/** 8 220 kg weighed in Moscow's past, and two kinds of scrap for them. */
export async function addVisit(request: APIRequestContext) {
  const token = await tokenOf(request, 'operator')
  const operator = await stepsOf(request, 'operator')
  const headers = { authorization: `Bearer ${token}` }
  const prices = await request.get('/api/v1/price/getPrice', { headers })
  const { rows } = (await prices.json()) as {
    rows: { product: { id: string; kind: string; name: string; metal_class?: string } }[]
  }
  const goods = rows
    .map(({ product }) => product)
    .filter(({ name }) => name.startsWith('Лом стальной'))
  const carnumber = `Е${String(100 + (Math.floor(Date.now() / 1000) % 900))}КХ77`
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const visit = await operator('put', 'transactions/update', {
    command: 'manual',
    carnumber,
    in_g: 12_480_000,
    out_g: 4_260_000,
    in_at: ago(80),
    out_at: ago(40),
    reason: 'Индикатор в поверке',
  })
  const { supplier } = await findRecords(request, token)
  const lineOf = (product: number, fields: object = {}) => ({
    transaction_id: visit.id,
    drop_no: 1,
    product_id: goods[product]!.id,
    zasor_mode: 'percent',
    zasor_bp: 0,
    ...fields,
  })
  return { operator, goods, visit, carnumber, supplier, lineOf }
}

/** A draft with one position over all of a new visit, of a supplier or of the demo's own. */
export async function addDraft(request: APIRequestContext, supplierId?: string) {
  const { operator, goods, supplier: own, lineOf } = await addVisit(request)
  const supplier = supplierId ?? own
  const draft = await operator('post', 'act/update', {
    command: 'save',
    supplier_id: supplier,
    ...ACT_FORM,
    lines: [lineOf(0)],
    positions: [{ line: 0 }],
  })
  return { operator, goods, draft, supplier, lineOf }
}

/** An issued act over one new visit, of a supplier or of the demo's own. */
export async function issueAct(request: APIRequestContext, supplierId?: string) {
  const { operator, draft, supplier } = await addDraft(request, supplierId)
  const { id, version } = draft
  const issued = await operator('post', 'act/update', { command: 'issue', id, version })
  return { ...issued, supplier }
}
