import { nameSearchText } from '#contract/requisites/names.ts'
import { bulkPercentPrice } from '../arithmetic/amounts.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'

export interface DemoProduct {
  readonly id: string
  readonly name: string
  readonly metalClass: 'none' | 'ferrous' | 'nonferrous'
  readonly gost: string | null
  readonly waste: string | null
  readonly contaminationBp: number
  readonly stepG: number
  /** Kopecks per tonne in the default column. */
  readonly priceKop: number
  readonly fromPerson: boolean
}

export interface DemoCatalogue {
  readonly columnId: string
  readonly ferrous: readonly DemoProduct[]
  readonly nonferrous: readonly DemoProduct[]
  readonly paper: readonly DemoProduct[]
}

/** Name, ГОСТ 2787 or 1639 category, roubles per tonne, usual contamination in basis points, bought from persons. */
type Row = readonly [
  name: string,
  gost: string | null,
  roubles: number,
  zasorBp: number,
  fromPerson: boolean,
]

const FERROUS: readonly Row[] = [
  ['Лом стальной 3А, габаритный', '3А', 19_800, 300, true],
  ['Лом стальной 5А, негабаритный', '5А', 18_600, 400, true],
  ['Лом стальной 12А, тонколистовой', '12А', 16_900, 700, true],
  ['Лом стальной 16А, стружка', '16А', 12_400, 500, true],
  ['Лом чугунный 17А', '17А', 19_200, 300, true],
  ['Лом чугунный 20А, негабаритный', '20А', 17_500, 400, true],
  ['Рельсы Р-50, Р-65', '3АР', 21_500, 100, false],
  ['Автолом с кузовом', '12АЛ', 14_800, 1200, true],
]
const NONFERROUS: readonly Row[] = [
  ['Медь «блеск», кабельная', 'М1', 812_000, 0, true],
  ['Медь кусковая', 'М3', 781_000, 100, true],
  ['Латунь смешанная', 'Л8', 438_000, 150, true],
  ['Бронза кусковая', 'Бр4', 512_000, 150, false],
  ['Алюминий электротехнический', 'А1', 214_000, 50, true],
  ['Алюминий пищевой', 'А2', 187_000, 200, true],
  ['Алюминий моторный', 'А7', 158_000, 300, true],
  ['Нержавейка 10 %', 'Б26', 96_000, 100, true],
  ['Свинец аккумуляторный, АКБ', 'С2', 68_000, 0, true],
  ['Цинк, ЦАМ', 'Ц4', 121_000, 200, false],
]
const PAPER: readonly Row[] = [
  ['Картон МС-5Б', null, 9_200, 500, true],
  ['Архив МС-7Б', null, 11_800, 300, true],
  ['ПЭТ-бутылка прозрачная', null, 31_000, 800, true],
  ['Плёнка ПВД', null, 24_500, 600, true],
]

/** Three groups of what such a company really buys, priced in three columns. */
export async function addCatalogue(db: Db): Promise<DemoCatalogue> {
  const columns = await addColumns(db)
  const ferrous = await addGroup(db, columns, 1, 'Лом чёрных металлов', 'ferrous', FERROUS)
  const nonferrous = await addGroup(
    db,
    columns,
    2,
    'Лом цветных металлов',
    'nonferrous',
    NONFERROUS,
  )
  const paper = await addGroup(db, columns, 3, 'Вторсырьё', 'none', PAPER)
  return { columnId: columns[0]!, ferrous, nonferrous, paper }
}

const COLUMNS = ['Основная', 'Опт от 10 т', 'Постоянные поставщики']
// What the other columns pay more than the default one, in basis points.
const MARKUP_BP = [0, 400, 250]
// Whole tens of roubles, as a board at the gate shows them.
const ROUND_KOP = 1000

async function addColumns(db: Db): Promise<string[]> {
  const ids: string[] = []
  for (const [i, title] of COLUMNS.entries()) {
    ids.push(uuidv7())
    await db.q
      .insertInto('price_column')
      .values({ company_id: db.companyId, id: ids[i]!, title, order: i + 1, is_default: i === 0 })
      .execute()
  }
  return ids
}

async function addGroup(
  db: Db,
  columns: readonly string[],
  order: number,
  name: string,
  metalClass: DemoProduct['metalClass'],
  rows: readonly Row[],
): Promise<DemoProduct[]> {
  const groupId = uuidv7()
  await db.q
    .insertInto('product')
    .values({
      company_id: db.companyId,
      id: groupId,
      kind: 'group',
      order,
      name,
      name_search: nameSearchText(name),
      code: String(order),
    })
    .execute()
  const products: DemoProduct[] = []
  for (const [i, row] of rows.entries())
    products.push(
      await addItem(db, columns, {
        groupId,
        order: i + 1,
        code: `${order}${String(i + 1).padStart(2, '0')}`,
        metalClass,
        row,
      }),
    )
  return products
}

interface Item {
  groupId: string
  order: number
  code: string
  metalClass: DemoProduct['metalClass']
  row: Row
}

async function addItem(
  db: Db,
  columns: readonly string[],
  { groupId, order, code, metalClass, row }: Item,
): Promise<DemoProduct> {
  const [name, gost, roubles, contaminationBp, fromPerson] = row
  const id = uuidv7()
  const stepG = metalClass === 'nonferrous' ? 10 : 1000
  const waste =
    metalClass === 'none'
      ? null
      : metalClass === 'ferrous'
        ? '4 61 010 01 20 5'
        : '4 62 110 01 51 5'
  await db.q
    .insertInto('product')
    .values({
      company_id: db.companyId,
      id,
      parent_id: groupId,
      kind: 'item',
      order,
      name,
      name_search: nameSearchText(name),
      code,
      metal_class: metalClass,
      gost_category: gost,
      waste_code: waste,
      default_zasor_bp: contaminationBp,
      zasor_step_g: stepG,
      allowed_from_person: fromPerson,
      requires_radiation_check: metalClass !== 'none',
      hazard_note: name.includes('АКБ')
        ? 'Кислота: принимать в перчатках, только залитые пробки'
        : null,
    })
    .execute()
  const priceKop = roubles * 100
  await db.q
    .insertInto('price_cell')
    .values(
      columns.map((column_id, i) => ({
        company_id: db.companyId,
        product_id: id,
        column_id,
        price_kop: bulkPercentPrice(priceKop, MARKUP_BP[i]!, ROUND_KOP),
      })),
    )
    .execute()
  return { id, name, metalClass, gost, waste, contaminationBp, stepG, priceKop, fromPerson }
}
