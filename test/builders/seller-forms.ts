import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { SupplierStatus } from '#contract/supplier/supplier-kinds.ts'
import type { createSupplier } from '#contract/supplier/supplier-input.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { files, type FileParams } from '#contract/file/file.ts'
import { jpeg } from './pictures.ts'
import { innOfPerson } from './builders.ts'
import type { TestCompany } from '../support/world.ts'
import type * as z from 'zod/mini'

export type SupplierInput = z.input<typeof createSupplier>

/** The last number given to a passport or an ИНН: each is given once. */
export let numbers = 500_000

export const passport = () => ({
  type: 'rf_passport' as const,
  series: '45 10',
  number: String(++numbers),
  issued_by: 'ОВД района Ясенево',
  issued_at: '2005-07-19',
  dept_code: '770-001',
})

/** A complete person as the form of a new supplier sends it. */
export const person = (fields: Partial<SupplierInput> = {}): SupplierInput => ({
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

export const setStatus = (ids: string[], new_status: SupplierStatus, reason?: string) => ({
  body: { ids, new_status, ...(reason && { reason }) },
})

/** Operator steps over the suppliers of a company. */
export function supplierForms(company: TestCompany) {
  const { api } = company.operator
  return {
    create: async (fields: Partial<SupplierInput> = {}) =>
      (await api.send(supplier.create, { body: person(fields) })) as Supplier,
    update: async (row: Supplier, fields: object) => {
      const body = { id: row.id, version: row.version, ...fields }
      return (await api.send(supplier.update, { body })) as Supplier
    },
    card: (id: string, personal?: '1') =>
      api.send(supplier.get, { query: { id, ...(personal && { personal }) } }),
    upload: async (params: FileParams): Promise<string> => {
      const body = await jpeg()
      return (await api.send(files.save, { query: { params }, body })).id
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
