import type { Supplier } from '#contract/supplier-entities.ts'
import { supplier } from '#contract/supplier.ts'
import { files } from '#contract/file.ts'
import { jpeg } from './pictures.ts'
import { innOfPerson } from './supplies.ts'
import type { TestCompany } from './world.ts'

/** The last number given to a passport or an ИНН: each is given once. */
export let numbers = 500_000

export const passport = () => ({
  type: 'rf_passport',
  series: '45 10',
  number: String(++numbers),
  issued_by: 'ОВД района Ясенево',
  issued_at: '2005-07-19',
  dept_code: '770-001',
})

/** A person as the form of a new supplier sends him, complete. */
export const person = (fields: object = {}) => ({
  type: 'person',
  last_name: 'Петров',
  first_name: 'Пётр',
  middle_name: 'Петрович',
  birth_date: '1985-02-11',
  reg_address: 'г. Тула, ул. Мира, д. 1',
  inn: innOfPerson(++numbers),
  phone: '8 (926) 555-12-34',
  doc: passport(),
  ...fields,
})

export const setStatus = (ids: string[], new_status: string, reason?: string) => ({
  body: { ids, new_status, ...(reason && { reason }) },
})

/** The operator's hands over the suppliers of a company. */
export function supplierForms(company: TestCompany) {
  const { api } = company.operator
  return {
    create: async (fields: object = {}) =>
      (await api.send(supplier.create, { body: person(fields) } as never)) as Supplier,
    update: async (row: Supplier, fields: object) => {
      const body = { id: row.id, version: row.version, ...fields }
      return (await api.send(supplier.update, { body } as never)) as Supplier
    },
    card: (id: string, personal?: '1') =>
      api.send(supplier.get, { query: { id, ...(personal && { personal }) } } as never),
    upload: async (params: object): Promise<string> => {
      const body = await jpeg()
      return (await api.send(files.save, { query: { params }, body } as never)).id
    },
    audit: (entityId: string, action?: string) => {
      const events = company.db.q
        .selectFrom('audit_event')
        .where('company_id', '=', company.id)
        .where('entity_id', '=', entityId)
        .select(['user_id', 'approver_id', 'action', 'before', 'after'])
        .orderBy('seq')
      return (action ? events.where('action', '=', action) : events).execute()
    },
  }
}
