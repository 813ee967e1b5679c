/** Shown by the launcher; works only with the demo's own keys and data. */
export const DEMO_PASSWORD = 'vesy-tara-netto-7'

export interface DemoPeople {
  readonly operator: string
  readonly manager: string
  readonly weigher: string
  readonly accountant: string
  readonly owner: string
}

export interface Person {
  login: string
  name: string
  position: string
  phone: string
  roles: string[]
  pin?: string
}

export const STAFF: Record<keyof DemoPeople, Person> = {
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

export const SUPERVISOR: Person = {
  login: 'super',
  name: 'Орлов Виктор Дмитриевич',
  position: 'Администратор платформы',
  phone: '+74993215510',
  roles: [],
}
