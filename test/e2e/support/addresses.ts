import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { paths, screenAt, type PathName } from '#contract/screen-paths.ts'
import { screens } from '../../../src/web/screens.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { PASSWORD } from './page.ts'
import { signInOnStage } from './screens/screen-stage.ts'

export type Role = 'operator' | 'super'

/** One address as its reader sees it. */
export interface Address {
  path: string
  /** The heading; records add their own number or name. */
  h1: RegExp
  layout: 'main' | 'empty'
  guard: 'none' | 'signed in' | Role
}

const at = (
  guard: Address['guard'],
  layout: Address['layout'],
  path: string,
  h1: Address['h1'],
) => ({
  path,
  h1,
  layout,
  guard,
})

/** Records of the demo company, for the addresses that name one. */
interface Records {
  act: string
  supplier: string
  weightAct: string
  registry: string
  image: string
}

/** The whole table of specification 2, written down here apart from the product's own, and every other screen of the product. */
export function addressesOf(records: Records): Address[] {
  const specified = specifiedAddresses(records)
  const known = new Set(specified.map(({ path }) => screenAt(path)))
  const others = (Object.keys(paths) as PathName[]).filter(
    (name) => !known.has(name) && !paths[name].includes(':') && !OWN_JOURNEY.includes(name),
  )
  return [...specified, ...others.map(addressOfScreen)]
}

/** Sign-in stands before every journey; journal and people of a company are closed to the operator of these journeys. */
const OWN_JOURNEY: readonly PathName[] = ['home', 'audit', 'people']

/** A screen that the specification does not name; its heading begins with its title. */
function addressOfScreen(name: PathName): Address {
  const { guard, layout, title } = screens[name]
  return at(
    guard === 'signedIn' ? 'signed in' : guard,
    layout,
    paths[name],
    new RegExp(`^${title}`),
  )
}

function specifiedAddresses({ act, supplier, weightAct, registry, image }: Records): Address[] {
  return [
    at('none', 'main', '/account', /^Учётная запись$/),
    at('none', 'empty', '/tmplink', /парол|ссылк/i),
    at('none', 'main', '/help/weighing', /^Взвешивание$/),
    at('super', 'main', '/super', /^Обзор$/),
    at('super', 'main', '/super/companies', /^Компании$/),
    at('super', 'main', '/super/accounts', /^Учётные записи$/),
    at('super', 'main', '/super/actions', /^Действия и доступ$/),
    at('super', 'main', '/super/bank_configurations', /^Счета в банках$/),
    at('super', 'main', '/super/operators', /^Сотрудники$/),
    at('super', 'main', '/super/banks', /^Банки$/),
    at('super', 'main', '/super/documents', /^Документы$/),
    at('super', 'main', '/super/reports', /^Отчёты$/),
    at('operator', 'main', '/operator', /^Рабочее место$/),
    at('operator', 'main', '/operator/create_payment', /^Кому заплатить$/),
    at('operator', 'main', `/operator/create_payment/details/${supplier}`, /./),
    at('operator', 'main', '/operator/search_supplier', /^Поиск поставщика$/),
    at('operator', 'main', `/operator/create_act/details/${supplier}`, /акт/i),
    at('operator', 'main', '/operator/payments', /^Выплаты$/),
    at('operator', 'main', '/operator/suppliers', /^Поставщики$/),
    at('operator', 'main', '/operator/acts', /^Акты$/),
    at('operator', 'main', `/operator/act/${act}`, /Акт/),
    at('operator', 'main', '/operator/product', /^Номенклатура$/),
    at('operator', 'main', '/operator/price', /^Прайс$/),
    at('operator', 'main', '/operator/documents', /^Документы$/),
    at('operator', 'main', '/operator/reports', /^Отчёты$/),
    at('operator', 'main', '/operator/weight', /Взвешивание|Пост/),
    at('operator', 'main', '/operator/weight1', /Взвешивание|Пост/),
    at('operator', 'main', '/operator/weight2', /Взвешивание|Пост/),
    at('operator', 'main', '/operator/weightacts', /^Весовые акты$/),
    at('operator', 'main', '/operator/transactions', /^Заезды$/),
    at('operator', 'main', '/operator/manual', /^Ручной ввод$/),
    at('signed in', 'empty', `/print/weight_act/${weightAct}`, /./),
    at('signed in', 'empty', `/print/act/${act}`, /./),
    at('signed in', 'empty', `/print/ownership/${act}`, /^Заявление о принадлежности лома/),
    at('signed in', 'empty', `/print/consent/${supplier}`, /./),
    at('signed in', 'empty', `/print/registry/${registry}`, /^Реестр выплат № Р-/),
    at('signed in', 'empty', `/image/${image}`, /./),
  ]
}

/** One screen of each kind: an overview, a list, a record, a form with lines, a choice, a grid, a report and a station. */
const ONE_OF_EACH =
  /\/(operator|super|acts|companies|act\/[^/]+|create_act\/.+|create_payment|price|actions|reports|weight|account)$/

/**
 * Every screen in long sweeps; beside the other tests one of each kind, since screens of a kind are made of the same parts.
 */
export const oneOfEachKind = <T extends { path: string }>(addresses: readonly T[]): T[] =>
  addresses.filter(({ path }) => IS_LONG || ONE_OF_EACH.test(path))

/** Signs in over the API, so that a test may begin at any address. */
export async function tokenOf(request: APIRequestContext, login: string): Promise<string> {
  const answer = await request.post('/api/v1/auth/login', { data: { login, password: PASSWORD } })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { token: string }).token
}

/** In the demo an owner confirms payments as well; without that right the one manager is alone. Answers how to give it back. */
export async function takeFromOwners(request: APIRequestContext): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${await tokenOf(request, 'super')}` }
  const read = async <T>(path: string) =>
    (await (await request.get(`/api/v1/${path}`, { headers })).json()) as T
  const filter = encodeURIComponent(JSON.stringify({ role: ['OWNER'], with: ['rows'] }))
  const { items } = await read<{ items: { info: { company_id: string } }[] }>(
    `user/superGetAllUsers?filter=${filter}`,
  )
  const { company_id } = items[0]!.info
  const { folders } = await read<{ folders: { actions: { id: string; code: string }[] }[] }>(
    `user/getActions?companyId=${company_id}`,
  )
  const { id: action_id } = folders
    .flatMap(({ actions }) => actions)
    .find(({ code }) => code === 'approval.payment')!
  const manager = { subject: 'role', subject_code: 'MANAGER', allow: true, confirm: 'none' }
  const lay = async (rows: object[]) => {
    const data = { company_id, action_id, rows }
    const answer = await request.put('/api/v1/user/updateActionAccess', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await lay([manager])
  return () => lay([])
}

/** Stores the token where the product keeps it, before the first script of any tab: the sign-in form has journeys of its own. */
export async function enterAs(page: Page, login: string): Promise<string> {
  const token = await tokenOf(page.request, login)
  if (signInOnStage(page, token)) return token
  await page.context().addInitScript((jwt) => {
    // An empty tab has no storage, nor has a page of no origin.
    if (location.protocol.startsWith('http') && origin !== 'null') localStorage.setItem('jwt', jwt)
  }, token)
  return token
}

/** Navigates the open page as Back and Forward do: the product is only loaded again where that is the subject. */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The same, until the previous screen has gone; for screens of different kinds. */
export async function leadAway(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-former', ''))
  await lead(page, path)
  await expect(page.locator('h1[data-former]'), path).toHaveCount(0)
}

/** One record of each kind that an address names. */
export async function findRecords(request: APIRequestContext, token: string): Promise<Records> {
  const newest = async (call: string, filter: object) => {
    const text = encodeURIComponent(JSON.stringify(filter))
    const answer = await request.get(`/api/v1/${call}?filter=${text}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { items: Record<string, string>[] }).items
  }
  const first = async (call: string, filter: object) =>
    (await newest(call, { limit: 1, ...filter }))[0]!
  const acts = await newest('act/getAllActs', { limit: 100, status: ['issued', 'signed'] })
  // Firms sell as well, and are asked for more; which of them came last depends on the day.
  const act = acts.find(({ supplier_type }) => supplier_type === 'person')!
  return {
    act: act['id']!,
    supplier: act['supplier_id']!,
    weightAct: (await first('weightacts/getAllActs', { status: ['confirmed', 'attached'] }))['id']!,
    registry: (await first('payment/getRegistries', {}))['id']!,
    image: (await first('files/getList', {}))['id']!,
  }
}
