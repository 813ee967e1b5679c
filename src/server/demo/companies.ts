import type { Kysely } from 'kysely'
import { companyFields } from '#contract/company/company-record.ts'
import { startValues, type RecordValues } from '#contract/record/record-field.ts'
import { moduleTags } from '#contract/core/module-tags.ts'
import { hashPassword } from '../auth/passwords.ts'
import { serverOf, type Db } from '../db/handle.ts'
import type { DB } from '../db/schema.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Services } from '../services.ts'
import { keyedHash } from '../storage/encryption.ts'
import { readMinPass, type Yard } from './config.ts'
import { DEMO_PASSWORD, STAFF, SUPERVISOR, type DemoPeople, type Person } from './staff.ts'
import { addYard, dayFromNow, type DemoYard } from './yard-devices.ts'

export interface DemoCompany extends DemoYard {
  readonly db: Db
}

type CompanyFacts = Partial<RecordValues<typeof companyFields>> & {
  readonly status: 'active' | 'suspended'
}

const LICENCE = {
  licence_date: '2023-03-14',
  licence_authority: 'Министерство промышленности и торговли',
}

const MAIN: CompanyFacts = {
  name: 'Общество с ограниченной ответственностью «Вторметалл-Юг»',
  short_name: 'ООО «Вторметалл-Юг»',
  inn: '7736207543',
  kpp: '773601001',
  ogrn: '1027700229193',
  okpo: '00032537',
  legal_address: '117342, г. Москва, ул. Складочная, д. 14, стр. 2',
  phone: '+74993215500',
  email: 'sklad@vtormetall-yug.example',
  director_name: 'Кравцов Андрей Николаевич',
  licence_number: 'Л-77-004-2023',
  ...LICENCE,
  status: 'active',
}

const OTHERS: readonly CompanyFacts[] = [
  {
    name: 'Общество с ограниченной ответственностью «ЭкоСырьё»',
    short_name: 'ООО «ЭкоСырьё»',
    inn: '7713076301',
    kpp: '771301001',
    ogrn: '1027700132195',
    legal_address: '127238, г. Москва, Дмитровское ш., д. 71',
    phone: '+74993215540',
    email: 'priem@ecosyrye.example',
    director_name: 'Белова Ирина Сергеевна',
    licence_number: 'Л-77-019-2022',
    ...LICENCE,
    status: 'active',
  },
  {
    name: 'Общество с ограниченной ответственностью «Агроприём»',
    short_name: 'ООО «Агроприём»',
    inn: '7710140679',
    kpp: '771001001',
    ogrn: '1027739642281',
    legal_address: '350000, г. Краснодар, ул. Элеваторная, д. 3',
    phone: '+78612155070',
    email: 'office@agropriem.example',
    director_name: 'Ткаченко Павел Олегович',
    status: 'suspended',
  },
]

/** The platform as a supervisor sees it: one company at work, a second one not yet set up, a suspended one. */
export async function addCompanies(services: Services, yard: Yard): Promise<DemoCompany> {
  for (const facts of OTHERS) await addCompany(services, facts, undefined)
  const db = await addCompany(services, MAIN, yard)
  return { db, ...(await addYard(db, yard)) }
}

async function addCompany(
  services: Services,
  facts: CompanyFacts,
  yard: Yard | undefined,
): Promise<Db> {
  const id = uuidv7()
  await services.q
    .insertInto('company')
    .values({
      id,
      ...startValues(companyFields),
      director_position: 'Генеральный директор',
      ...facts,
      settings: JSON.stringify({
        modules: [...moduleTags],
        modules_cfg: demoCfg(yard),
        rules: {},
        ...(yard && { legacy: { source: 'archive' } }),
      }),
    })
    .execute()
  const db = serverOf(services, id)
  await services.q
    .insertInto('site')
    .values({
      company_id: id,
      id: uuidv7(),
      name: 'Основная площадка',
      address: facts.legal_address!,
      is_default: true,
    })
    .execute()
  await services.q
    .insertInto('instrument')
    .values({
      company_id: id,
      id: uuidv7(),
      model: 'МКС-АТ1117М',
      serial_number: '21045',
      verified_on: dayFromNow(-160),
      valid_until: dayFromNow(205),
      certificate: 'С-ДЫМ/14-06-2026/345120077',
      background_usv_h_milli: 110,
      responsible: 'Гусев О. Р.',
      responsible_certificate: '№ 77-0412 от 12.02.2026',
    })
    .execute()
  return db
}

function demoCfg(yard: Yard | undefined) {
  const min_pass_s = readMinPass()
  const printer = yard && { host: '127.0.0.1', port: yard.printer, columns: 42 }
  const printers = printer && { '1': printer, '2': printer, '3': printer }
  return { weight: { ...(min_pass_s && { min_pass_s }), ...(printers && { printers }) } }
}

/** The staff of the demo company, all with one password, PINs for those who confirm. */
export async function addStaff(services: Services, companyId: string): Promise<DemoPeople> {
  const password = await hashPassword(DEMO_PASSWORD)
  const add = (key: keyof DemoPeople) => addPerson(services, companyId, STAFF[key], password)
  return {
    operator: await add('operator'),
    manager: await add('manager'),
    weigher: await add('weigher'),
    accountant: await add('accountant'),
    owner: await add('owner'),
  }
}

export async function addSupervisor(services: Services): Promise<string> {
  return addPerson(services, null, SUPERVISOR, await hashPassword(DEMO_PASSWORD))
}

async function addPerson(
  services: Services,
  companyId: string | null,
  person: Person,
  password: string,
): Promise<string> {
  const id = uuidv7()
  const q: Kysely<DB> = services.q
  await q
    .insertInto('app_user')
    .values({
      id,
      company_id: companyId,
      login: person.login,
      full_name: person.name,
      position: person.position,
      phone: person.phone,
      email: `${person.login}@vtormetall-yug.example`,
      role: companyId ? 'USER' : 'SUPERVISOR',
      roles: person.roles,
      password_hash: password,
      status: 'active',
      ...(person.pin &&
        companyId && {
          pcode_hmac: keyedHash(services.config.secrets.pcodeHmac, companyId, person.pin),
          pcode_set_at: new Date().toISOString(),
        }),
    })
    .execute()
  return id
}
