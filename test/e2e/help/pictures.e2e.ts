import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { enterAs } from '../support/addresses.ts'
import { browserConfig } from '../support/browser-config.ts'
import { drawScreen, test } from '../support/held-page.ts'

type Role = Parameters<Page['getByRole']>[0]

interface GuidePicture {
  readonly file: string
  readonly login: 'operator' | 'manager' | 'super'
  /** The address, or how it is found. */
  readonly at: string | ((page: Page, token: string) => Promise<string>)
  /** What the picture marks, by the names that a screen reader says. */
  readonly marks: readonly (readonly [Role, string | RegExp])[]
  /** A press that leads to what is shown. */
  readonly press?: string
}

const FOLDER = path.resolve(import.meta.dirname, '../../../src/web/features/help/pictures')
/** As wide as a chapter is on paper, twice the points. */
const WIDTH = 1100
const MOST_BYTES = 40 * 1024

async function read(page: Page, token: string, call: string, filter: object) {
  const text = encodeURIComponent(JSON.stringify(filter))
  const answer = await page.request.get(`/api/v1/${call}?filter=${text}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { items } = (await answer.json()) as { items: Record<string, string>[] }
  return items
}

const actOf = (status: string) => async (page: Page, token: string) => {
  const [found] = await read(page, token, 'act/getAllActs', { limit: 1, status: [status] })
  return `/operator/act/${found!['id']}`
}

/** A person whose act waits for its money: a firm would ask for more than the picture is about. */
async function payee(page: Page, token: string): Promise<string> {
  const acts = await read(page, token, 'act/getAllActs', { limit: 100, status: ['issued'] })
  const waits = acts.find(
    ({ supplier_type, payment_state }) => supplier_type === 'person' && payment_state === 'unpaid',
  )
  return `/operator/create_payment/details/${waits!['supplier_id']}`
}

const PICTURES: readonly GuidePicture[] = [
  {
    file: 'workplace',
    login: 'operator',
    at: '/operator',
    marks: [
      ['region', 'Требует внимания'],
      ['region', 'Очередь на территории'],
    ],
  },
  {
    file: 'weighing',
    login: 'operator',
    at: '/operator/weight',
    marks: [
      ['region', 'Весы'],
      ['textbox', /Номер машины/],
      ['button', /Записать въезд/],
      ['button', /Принять/],
    ],
  },
  {
    file: 'platform',
    login: 'operator',
    at: '/operator/weight1',
    marks: [
      ['textbox', /Код тары/],
      ['button', /Записать вес/],
      ['group', 'Товары'],
    ],
  },
  {
    file: 'act-form',
    login: 'manager',
    at: actOf('draft'),
    marks: [
      ['checkbox', 'Радиационный контроль проведён'],
      ['button', 'Сохранить'],
      ['button', 'Выписать'],
    ],
  },
  {
    file: 'act-card',
    login: 'manager',
    at: actOf('issued'),
    marks: [
      ['button', 'Печать'],
      ['button', 'Скан'],
      ['button', 'Сканер'],
      ['button', 'Ещё'],
      ['list', 'Путь закупки'],
    ],
  },
  {
    file: 'supplier-form',
    login: 'operator',
    at: '/operator/suppliers?mode=create',
    marks: [
      ['button', 'Паспорт камерой'],
      ['button', 'Далее'],
    ],
  },
  {
    file: 'prices',
    login: 'manager',
    at: '/operator/price',
    marks: [
      ['grid', 'Прайс'],
      ['button', 'Изменить колонку'],
      ['button', 'Колонки'],
    ],
  },
  {
    file: 'payment',
    login: 'manager',
    at: payee,
    marks: [
      ['region', 'За что'],
      ['region', 'Куда'],
      ['button', /Сохранить и отправить/],
    ],
  },
  {
    file: 'bank',
    login: 'manager',
    at: '/operator/payments?tab=registries',
    marks: [
      ['link', 'Реестры'],
      ['link', 'Выписки'],
      ['link', 'Расхождения'],
    ],
  },
  {
    file: 'exceptions',
    login: 'manager',
    at: '/operator/reports?tab=exceptions',
    marks: [
      ['group', 'Вид исключения'],
      ['button', /Вес и деньги/],
      ['button', /Бумаги/],
    ],
  },
  {
    file: 'reports',
    login: 'manager',
    at: '/operator/reports',
    press: 'Новый отчёт',
    marks: [['heading', 'Новый отчёт']],
  },
  {
    file: 'equipment',
    login: 'manager',
    at: '/operator',
    press: 'Оборудование',
    marks: [['dialog', 'Площадки и оборудование']],
  },
  {
    file: 'people',
    login: 'manager',
    at: '/operator/people',
    marks: [
      ['button', 'Новый сотрудник'],
      ['gridcell', 'operator'],
    ],
  },
  {
    file: 'state',
    login: 'super',
    at: '/super/state',
    marks: [['heading', 'Состояние']],
  },
]

for (const picture of PICTURES)
  test(`the picture «${picture.file}» of the guide shows what its screen still has @web`, async ({
    page,
  }) => {
    const token = await enterAs(page, picture.login)
    const { at, press, marks, file } = picture
    await page.goto(typeof at === 'string' ? at : await at(page, token))
    if (press) await page.getByRole('button', { name: press, exact: true }).first().click()
    for (const [role, name] of marks)
      await expect(
        page.getByRole(role, { name, exact: typeof name === 'string' }).first(),
      ).toBeVisible()
    if (browserConfig.guidePictures) await write(page, file)
  })

/** The better of the qualities with which it is small enough. */
async function write(page: Page, file: string): Promise<void> {
  await drawScreen(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1500)
  const shot = sharp(await page.screenshot()).resize({ width: WIDTH })
  for (let quality = 80; quality >= 20; quality -= 10) {
    const bytes = await shot.clone().webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length > MOST_BYTES) continue
    return writeFile(path.join(FOLDER, `${file}.webp`), bytes)
  }
  throw new Error(`${file} does not become small enough`)
}
