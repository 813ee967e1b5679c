import { supplier } from '#contract/supplier/supplier.ts'
import type { BodyInput } from '#contract/core/call.ts'
import type { TestSupplier } from './builders.ts'
import type { TestCompany } from '../support/world.ts'

type MethodInput = BodyInput<typeof supplier.createMethod>
/** What a test names of a method of one kind. */
export type MethodOf<K> = Partial<Extract<MethodInput, { kind: K }>>
type MethodStep = BodyInput<typeof supplier.setMethodStatus>['new_status']

let phones = 9_160_000_000

/** A phone that no other method has. */
export const newPhone = () => `+7${++phones}`

/** A new way to be paid by phone, in the name of the supplier himself. */
export const sbpForm = (who: TestSupplier, fields: MethodOf<'sbp'> = {}) => ({
  supplierId: who.id,
  kind: 'sbp' as const,
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
export const stepInput = (
  who: { id: string },
  id: string,
  new_status: MethodStep,
  reason?: string,
) => ({
  query: methodAt(who, id),
  body: { new_status, ...(reason && { reason }) },
})

/** The operator's calls about methods. */
export function methodHands(own: TestCompany) {
  const { api } = own.operator
  const create = (body: MethodInput) => api.send(supplier.createMethod, { body })
  const refusedCreate = (body: object) => api.refused(supplier.createMethod, { body })
  const cardOf = (who: { id: string }) => api.send(supplier.get, { query: { id: who.id } })
  return { api, create, refusedCreate, cardOf }
}
