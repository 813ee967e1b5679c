import { quote } from '#contract/words/quote.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7, uuidv7Of } from '../db/uuid.ts'
import {
  documentHash,
  encryptField,
  storedDoc,
  type IdentityDoc,
} from '../features/supplier/record/identity.ts'
import { docExpiry } from '../features/supplier/record/kyc.ts'
import { payeeKey, type Destination } from '../features/supplier/method/payee.ts'
import { supplierName, supplierSearchText } from '../features/supplier/record/supplier-name.ts'
import { chance, type Chance } from './chance.ts'
import {
  DEMO_BIK,
  DEMO_CORR_ACCOUNT,
  demoAccount,
  demoCompanyInn,
  demoOgrn,
  demoOgrnip,
  demoPersonInn,
  LOST_STATUS,
} from './requisites.ts'

export interface DemoSupplier {
  readonly id: string
  readonly type: 'person' | 'self_employed' | 'ip' | 'company'
  readonly name: string
  readonly doc: IdentityDoc | null
  readonly inn: string
  readonly address: string
  readonly status: 'active' | 'draft' | 'blocked'
  readonly method: DemoMethod | null
}

export interface DemoMethod {
  readonly id: string
  readonly kind: 'sbp' | 'account'
  readonly payeeKey: Buffer
  readonly snapshot: Record<string, unknown>
}

const MEN = [
  'Алексей',
  'Андрей',
  'Виктор',
  'Владимир',
  'Дмитрий',
  'Евгений',
  'Игорь',
  'Михаил',
  'Николай',
  'Олег',
  'Роман',
  'Сергей',
  'Юрий',
]
const FATHERS = [
  'Александрович',
  'Анатольевич',
  'Борисович',
  'Васильевич',
  'Викторович',
  'Иванович',
  'Николаевич',
  'Павлович',
  'Петрович',
]
const SURNAMES = [
  'Абрамов',
  'Баранов',
  'Волков',
  'Герасимов',
  'Данилов',
  'Ершов',
  'Жуков',
  'Зайцев',
  'Карпов',
  'Кузнецов',
  'Логинов',
  'Макаров',
  'Никитин',
  'Орешкин',
  'Павлов',
  'Рыбаков',
  'Савельев',
  'Тарасов',
  'Фёдоров',
  'Харитонов',
  'Цветков',
  'Шестаков',
  'Щукин',
  'Яковлев',
]
const FIRMS = [
  'СтройДемонтаж',
  'АвтоРазбор 71',
  'ТехРесурс',
  'Промснаб-Сервис',
  'Вектор',
  'УК «Лесной квартал»',
  'МеталлТранс',
  'Гараж-Центр',
]
const STREETS = [
  'ул. Заводская',
  'ул. Полевая',
  'ул. Мира',
  'ул. Лесная',
  'пер. Кузнечный',
  'ул. Советская',
  'ул. Гагарина',
]
const TOWNS = [
  'г. Подольск',
  'г. Климовск',
  'г. Чехов',
  'г. Видное',
  'г. Домодедово',
  'г. Щербинка',
]
const BANKS: readonly [string, string][] = [
  ['100000000111', 'Сбербанк'],
  ['100000000004', 'Т-Банк'],
  ['100000000005', 'ВТБ'],
  ['100000000008', 'Альфа-Банк'],
]

/** The one payee whose payouts the bank simulator refuses says so in its name, so that it is not taken for a fault. */
const REFUSED_SHARE = 9
const REFUSED_COMMENT =
  'Учебный поставщик: учебный банк отклоняет все выплаты ему, чтобы было видно, как выглядит отказ.'
const ODD_SURNAMES: Readonly<Record<number, string>> = {
  [REFUSED_SHARE]: 'Кузнецов-Отказов',
  [LOST_STATUS]: 'Соколов-Утратов',
}
const LOST_STATUS_COMMENT =
  'Учебный поставщик: учебная налоговая отвечает о нём «не является плательщиком НПД».'

/**
 * 46 suppliers of all kinds: mostly private persons paid by phone, some firms paid to an account. One more sells nothing: he has lost
 * the status of a self-employed, so no day of the demo is held up by him.
 */
export async function addSuppliers(db: Db, dice: Chance): Promise<DemoSupplier[]> {
  const suppliers: DemoSupplier[] = []
  for (let n = 0; n < LOST_STATUS; n++) suppliers.push(await addSupplier(db, dice, n))
  await addSupplier(db, chance(LOST_STATUS), LOST_STATUS)
  return suppliers
}

function typeOf(n: number): DemoSupplier['type'] {
  if (n === LOST_STATUS) return 'self_employed'
  return n < 32 ? 'person' : n < 36 ? 'self_employed' : n < 40 ? 'ip' : 'company'
}

async function addSupplier(db: Db, dice: Chance, n: number): Promise<DemoSupplier> {
  const type = typeOf(n)
  const status = n === 5 ? 'blocked' : n === 30 || n === 31 ? 'draft' : 'active'
  const id = uuidv7Of(Date.now() - (200 - n) * 86_400_000)
  const names = namesOf(type, dice, n)
  const isPerson = type !== 'company'
  const birth = `${dice.whole(1961, 1999)}-0${dice.whole(1, 9)}-${dice.whole(10, 28)}`
  const doc = isPerson && status !== 'draft' ? passport(dice, n, birth) : null
  const inn = isPerson ? demoPersonInn(n) : demoCompanyInn(n)
  const address = `${dice.pick(TOWNS)}, ${dice.pick(STREETS)}, д. ${dice.whole(1, 90)}`
  // The last two digits avoid the bank simulator's triggers, except for one payee whose payouts it refuses.
  const phone = `+79${dice.whole(10, 99)}${dice.whole(10_000, 99_999)}${n === REFUSED_SHARE ? '02' : dice.whole(10, 99)}`
  await db.q
    .insertInto('supplier')
    .values({
      company_id: db.companyId,
      id,
      ...names,
      birth_date: isPerson ? birth : null,
      citizenship: 'RU',
      doc: doc && encryptField(db, id, 'doc', doc),
      doc_hmac: doc && documentHash(db, doc.type, doc.series + doc.number),
      doc_expires_on: doc && docExpiry(doc, birth, null),
      reg_address: isPerson ? address : null,
      inn,
      ...(type === 'company' && { kpp: '502701001', ogrn: demoOgrn(n), org_address: address }),
      ...(type === 'ip' && { ogrn: demoOgrnip(n) }),
      phone,
      name_search: supplierSearchText(names),
      status,
      ...(n === REFUSED_SHARE && { comment: REFUSED_COMMENT }),
      ...(n === LOST_STATUS && { comment: LOST_STATUS_COMMENT }),
      ...(status === 'blocked' && {
        status_reason: 'Привозил кабель без документов на собственность',
      }),
      created_at: new Date(Date.now() - (200 - n) * 86_400_000).toISOString(),
    })
    .execute()
  const name = supplierName(names)
  const method = status === 'draft' ? null : await addMethod(db, dice, { id, name, type, phone, n })
  return { id, type, name, doc, inn, address, status, method }
}

function namesOf(type: DemoSupplier['type'], dice: Chance, n: number) {
  if (type === 'company') {
    const firm = FIRMS[n % FIRMS.length]!
    return { type, org_name: firm.startsWith('УК') ? firm : `ООО ${quote(firm)}` }
  }
  return {
    type,
    last_name: ODD_SURNAMES[n] ?? SURNAMES[n % SURNAMES.length]!,
    first_name: dice.pick(MEN),
    middle_name: dice.pick(FATHERS),
  }
}

function passport(dice: Chance, n: number, birth: string): IdentityDoc {
  // Renewed at 20 or 45; a few were not and have expired, which the screens must show.
  const renewed = Number(birth.slice(0, 4)) + (Number(birth.slice(0, 4)) < 1982 ? 45 : 20)
  return storedDoc({
    type: 'rf_passport',
    series: `46${String(dice.whole(5, 24)).padStart(2, '0')}`,
    number: String(210_000 + n * 1931),
    issued_by: 'ГУ МВД России по Московской области',
    issued_at: `${n % 15 === 7 ? 1996 : renewed}-10-1${n % 9}`,
    dept_code: '500-047',
  })
}

interface Payee {
  id: string
  name: string
  type: DemoSupplier['type']
  phone: string
  n: number
}

async function addMethod(db: Db, dice: Chance, payee: Payee): Promise<DemoMethod> {
  const id = uuidv7()
  const kind = payee.type === 'company' ? 'account' : 'sbp'
  const [bankId, bankName] = dice.pick(BANKS)
  const account = demoAccount('40702', payee.n)
  const to: Destination =
    kind === 'sbp' ? { kind, phone: payee.phone, bankId } : { kind, account, bik: DEMO_BIK }
  const requisites =
    kind === 'sbp'
      ? { sbp_phone: payee.phone, sbp_bank_id: bankId, sbp_bank_name: bankName }
      : { account, bik: DEMO_BIK, corr_account: DEMO_CORR_ACCOUNT, bank_name: 'АО «ТБанк»' }
  const key = payeeKey(db, to)
  await db.q
    .insertInto('payment_method')
    .values({
      company_id: db.companyId,
      id,
      supplier_id: payee.id,
      kind,
      ...requisites,
      holder_name: payee.name,
      holder_match: 'match',
      payee_key: key,
      requisites_changed_at: new Date(Date.now() - 150 * 86_400_000).toISOString(),
      is_default: true,
      status: 'active',
    })
    .execute()
  return {
    id,
    kind,
    payeeKey: key,
    snapshot: { kind, ...requisites, holder_name: payee.name, holder_match: 'match' },
  }
}
