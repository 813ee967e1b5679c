import type { Kysely } from 'kysely'
import { hashPassword } from '../auth/passwords.ts'
import type { DB } from '../db/schema.ts'
import { uuidv7 } from '../db/uuid.ts'
import { keyedHash } from '../storage/encryption.ts'
import type { Services } from '../services.ts'

/** Shown by the launcher; works only with the demo's own keys and data. */
const DEMO_PASSWORD = 'vesy-tara-netto-7'

export interface DemoPeople {
  readonly operator: string
  readonly manager: string
  readonly weigher: string
  readonly accountant: string
  readonly owner: string
}

interface Person {
  login: string
  name: string
  position: string
  phone: string
  roles: string[]
  pin?: string
}

const STAFF: Record<keyof DemoPeople, Person> = {
  operator: {
    login: 'operator',
    name: 'Иванова Анна Павловна',
    position: 'Приёмщик',
    phone: '+74993215501',
    roles: ['OPERATOR'],
    pin: '480173',
  },
  manager: {
    login: 'manager',
    name: 'Петров Сергей Игоревич',
    position: 'Управляющий',
    phone: '+74993215502',
    roles: ['OPERATOR', 'MANAGER'],
    pin: '915264',
  },
  weigher: {
    login: 'weigher',
    name: 'Гусев Олег Романович',
    position: 'Весовщик',
    phone: '+74993215503',
    roles: ['OPERATOR', 'WEIGHER'],
    pin: '362857',
  },
  accountant: {
    login: 'buh',
    name: 'Лебедева Мария Юрьевна',
    position: 'Бухгалтер',
    phone: '+74993215504',
    roles: ['OPERATOR', 'ACCOUNTANT'],
  },
  owner: {
    login: 'owner',
    name: 'Вершинин Николай Андреевич',
    position: 'Собственник',
    phone: '+74993215505',
    roles: ['OWNER'],
    pin: '637195',
  },
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
  const person = {
    login: 'super',
    name: 'Орлов Виктор Дмитриевич',
    position: 'Администратор платформы',
    phone: '+74993215510',
    roles: [],
  }
  return addPerson(services, null, person, await hashPassword(DEMO_PASSWORD))
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
