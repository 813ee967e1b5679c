import { nameSearchText } from '#contract/requisites/names.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  documentHash,
  encryptField,
  storedDoc,
  type IdentityDoc,
} from '#server/features/supplier/record/identity.ts'
import { docExpiry } from '#server/features/supplier/record/kyc.ts'
import { payeeKey } from '#server/features/supplier/method/payee.ts'
import { supplierName, supplierSearchText } from '#server/features/supplier/record/supplier-name.ts'
import type { TestCompany } from '../support/world.ts'

export interface TestSupplier {
  readonly id: string
  readonly name: string
  readonly inn: string
  readonly phone: string
  readonly doc: IdentityDoc
  readonly version: 1
}

type SupplierType = 'person' | 'self_employed' | 'ip' | 'company'

export interface SupplierOverrides {
  readonly type?: SupplierType
  readonly status?: 'draft' | 'active' | 'blocked' | 'archived'
  readonly last_name?: string
  readonly first_name?: string
  readonly middle_name?: string | null
  readonly org_name?: string
  readonly birth_date?: string | null
  readonly reg_address?: string | null
  readonly inn?: string
  readonly phone?: string
  readonly doc?: IdentityDoc | null
  readonly price_column_id?: string
}

let made = 0

/** A person with everything that an act needs, already active and long known; overrides may take any of it away. */
export async function addSupplier(
  company: TestCompany,
  overrides: SupplierOverrides = {},
): Promise<TestSupplier> {
  const n = ++made
  const { db } = company
  const id = uuidv7()
  const type = overrides.type ?? 'person'
  const names = {
    type,
    last_name: overrides.last_name ?? 'Кузнецов',
    first_name: overrides.first_name ?? 'Андрей',
    middle_name: overrides.middle_name === undefined ? 'Сергеевич' : overrides.middle_name,
    org_name: overrides.org_name ?? (type === 'company' ? 'ООО «Вторсырьё»' : null),
  }
  const inn = overrides.inn ?? (type === 'company' ? innOfCompany(n) : innOfPerson(n))
  const birthDate = overrides.birth_date === undefined ? '1975-05-17' : overrides.birth_date
  const doc = overrides.doc === undefined ? passportOf(n) : overrides.doc
  const phone = overrides.phone ?? `+7926${String(1_000_000 + n)}`
  await db.q
    .insertInto('supplier')
    .values({
      company_id: db.companyId,
      id,
      ...names,
      birth_date: birthDate,
      citizenship: 'RU',
      doc: doc && encryptField(db, id, 'doc', doc),
      doc_hmac: doc && documentHash(db, doc.type, doc.series + doc.number),
      doc_expires_on: docExpiry(doc, birthDate, null),
      reg_address:
        overrides.reg_address === undefined ? 'г. Москва, ул. Лесная, д. 5' : overrides.reg_address,
      inn,
      ...(type === 'company' && {
        kpp: '773601001',
        ogrn: '1027739642281',
        org_address: 'г. Москва, Складской проезд, д. 2',
      }),
      ...(type === 'ip' && { ogrn: '304500116000157' }),
      phone,
      price_column_id: overrides.price_column_id ?? null,
      name_search: supplierSearchText(names),
      status: overrides.status ?? 'active',
      created_at: '2024-01-10T09:00:00Z',
    })
    .execute()
  return { id, name: supplierName(names), inn, phone, doc: doc ?? passportOf(n), version: 1 }
}

/** A passport with a unique number. */
export function passportOf(n: number): IdentityDoc {
  return storedDoc({
    type: 'rf_passport',
    series: '4509',
    number: String(100_000 + n),
    issued_by: 'ОВД «Лесной» г. Москвы',
    issued_at: '2020-06-02',
    dept_code: '770-001',
  })
}

/** A valid ИНН of a person, different for each number. */
export function innOfPerson(n: number): string {
  const head = `7712${String(n).padStart(6, '0')}`
  const first = control(head, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
  return head + first + control(head + first, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
}

/** A valid ИНН of a company, different for each number. */
export function innOfCompany(n: number): string {
  const head = `7712${String(n).padStart(5, '0')}`
  return head + control(head, [2, 4, 10, 3, 5, 9, 4, 6, 8])
}

function control(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return String((sum % 11) % 10)
}

/** An active СБП method of a supplier, created long enough ago to need no second look. */
export async function addMethod(
  company: TestCompany,
  supplier: Pick<TestSupplier, 'id' | 'name'>,
  overrides: { status?: 'new' | 'active' | 'disabled'; phone?: string; bankId?: string } = {},
): Promise<{ id: string; payeeKey: Buffer }> {
  const { db } = company
  const id = uuidv7()
  const phone = overrides.phone ?? `+7916${String(1_000_000 + ++made)}`
  const bankId = overrides.bankId ?? '100000000111'
  const key = payeeKey(db, { kind: 'sbp', phone, bankId })
  await db.q
    .insertInto('payment_method')
    .values({
      company_id: db.companyId,
      id,
      supplier_id: supplier.id,
      kind: 'sbp',
      sbp_phone: phone,
      sbp_bank_id: bankId,
      sbp_bank_name: 'Сбербанк',
      holder_name: supplier.name,
      holder_match: 'match',
      payee_key: key,
      is_default: true,
      status: overrides.status ?? 'active',
      requisites_changed_at: '2024-01-10T09:00:00Z',
      created_at: '2024-01-10T09:00:00Z',
    })
    .execute()
  return { id, payeeKey: key }
}

export interface TestProduct {
  readonly id: string
  readonly name: string
  /** Kopecks per tonne, per piece for products by piece; null = not bought. */
  readonly priceKop: number | null
}

export interface TestProducts {
  readonly groupId: string
  /** Ferrous scrap. */
  readonly steel: TestProduct
  readonly castIron: TestProduct
  /** Non-ferrous scrap that may be taken from a person. */
  readonly copper: TestProduct
  /** Non-ferrous scrap that may not. */
  readonly lead: TestProduct
  /** Not scrap, by weight. */
  readonly paper: TestProduct
  /** Not scrap, by piece. */
  readonly pallet: TestProduct
  /** Ferrous scrap without a price. */
  readonly unpriced: TestProduct
}

/** A small catalogue under two groups, with prices in the company's default column. */
export async function addProducts(company: TestCompany): Promise<TestProducts> {
  const groupId = await addProduct(company, { kind: 'group', name: 'Лом чёрный' })
  const colour = await addProduct(company, { kind: 'group', name: 'Лом цветной' })
  const other = await addProduct(company, { kind: 'group', name: 'Прочее' })
  const ferrous = { metal_class: 'ferrous', requires_radiation_check: true } as const
  const nonferrous = {
    metal_class: 'nonferrous',
    requires_radiation_check: true,
    zasor_step_g: 10,
  } as const
  const item = async (
    parent: string,
    name: string,
    priceKop: number | null,
    fields: ProductFields,
  ): Promise<TestProduct> => {
    const id = await addProduct(company, { ...fields, kind: 'item', name, parent_id: parent })
    if (priceKop !== null) await setPrice(company, id, company.columnId, priceKop)
    return { id, name, priceKop }
  }
  return {
    groupId,
    steel: await item(groupId, 'Лом стальной 3А', 2_450_000, {
      ...ferrous,
      code: '3A',
      gost_category: '3А',
      waste_code: '4 61 010 01 20 5',
      default_zasor_bp: 300,
      allowed_from_person: true,
    }),
    castIron: await item(groupId, 'Лом чугунный 17А', 2_100_000, {
      ...ferrous,
      code: '17A',
      gost_category: '17А',
      default_zasor_bp: 500,
      allowed_from_person: true,
    }),
    copper: await item(colour, 'Медь, кусок', 78_000_000, {
      ...nonferrous,
      code: 'M1',
      allowed_from_person: true,
    }),
    lead: await item(colour, 'Свинец кабельный', 14_500_000, { ...nonferrous, code: 'PB' }),
    paper: await item(other, 'Макулатура МС-5Б', 900_000, { code: 'MC5' }),
    pallet: await item(other, 'Поддон деревянный', 15_000, {
      code: 'PAL',
      measure: 'piece',
      display_unit: 'pcs',
    }),
    unpriced: await item(groupId, 'Лом стальной 12А', null, {
      ...ferrous,
      code: '12A',
      allowed_from_person: true,
    }),
  }
}

interface ProductFields {
  readonly kind?: 'group' | 'item'
  readonly name?: string
  readonly parent_id?: string | null
  readonly code?: string
  readonly measure?: 'weight' | 'piece'
  readonly display_unit?: 'kg' | 't' | 'pcs'
  readonly metal_class?: 'none' | 'ferrous' | 'nonferrous'
  readonly gost_category?: string
  readonly waste_code?: string
  readonly default_zasor_bp?: number
  readonly zasor_step_g?: number
  readonly allowed_from_person?: boolean
  readonly requires_radiation_check?: boolean
  readonly status?: 'active' | 'archived'
}

/** One node of the catalogue; by default an item by weight. */
export async function addProduct(company: TestCompany, fields: ProductFields): Promise<string> {
  const id = uuidv7()
  const { db } = company
  const name = fields.name ?? 'Лом'
  await db.q
    .insertInto('product')
    .values({
      company_id: db.companyId,
      id,
      kind: 'item',
      order: ++made,
      ...fields,
      name,
      name_search: nameSearchText(name),
    })
    .execute()
  return id
}

/** Puts a price into a column's cell. */
export async function setPrice(
  company: TestCompany,
  productId: string,
  columnId: string,
  priceKop: number | null,
): Promise<void> {
  const { db } = company
  await db.q
    .insertInto('price_cell')
    .values({
      company_id: db.companyId,
      product_id: productId,
      column_id: columnId,
      price_kop: priceKop,
    })
    .onConflict((oc) =>
      oc.columns(['company_id', 'product_id', 'column_id']).doUpdateSet({ price_kop: priceKop }),
    )
    .execute()
}
