export const supplierTypes = ['person', 'self_employed', 'ip', 'company'] as const

/** A natural person who acts for themselves: weighed twice, identified by a passport, never a payer of VAT (domain.md 6.1). */
export const isPrivatePerson = (type: string | null | undefined): boolean =>
  type === 'person' || type === 'self_employed'
export type SupplierType = (typeof supplierTypes)[number]
export const supplierStatuses = ['draft', 'active', 'blocked', 'archived'] as const
export type SupplierStatus = (typeof supplierStatuses)[number]
export const kycStates = ['incomplete', 'complete', 'expired'] as const
export type KycState = (typeof kycStates)[number]
export const consentStatuses = ['none', 'signed', 'withdrawn', 'expired'] as const
export const methodStatuses = ['new', 'active', 'disabled', 'archived'] as const
export type MethodStatus = (typeof methodStatuses)[number]
