import { supplier } from '#contract/supplier.ts'
import type { TestSupplier } from './supplies.ts'
import type { TestCompany } from './world.ts'

let phones = 9_160_000_000

/** A phone that no other method has. */
export const newPhone = () => `+7${++phones}`

/** A new way to be paid by phone, in the name of the supplier himself. */
export const sbpForm = (who: TestSupplier, fields: object = {}) => ({
  supplierId: who.id,
  kind: 'sbp',
  holder_name: who.name,
  sbp_phone: newPhone(),
  sbp_bank_id: '100000000111',
  ...fields,
})

/** What names a method in a call. */
export const methodAt = (who: { id: string }, id: string) => ({
  supplierId: who.id,
  paymentMethodId: id,
})

/** The whole input of a method's step. */
export const stepInput = (who: { id: string }, id: string, new_status: string, reason?: string) =>
  ({ query: methodAt(who, id), body: { new_status, ...(reason && { reason }) } }) as never

/** The operator's calls about methods. */
export function methodHands(own: TestCompany) {
  const { api } = own.operator
  const create = (body: object) => api.send(supplier.createMethod, { body } as never)
  const refusedCreate = (body: object) => api.refused(supplier.createMethod, { body } as never)
  const cardOf = (who: { id: string }) => api.send(supplier.get, { query: { id: who.id } } as never)
  return { api, create, refusedCreate, cardOf }
}
