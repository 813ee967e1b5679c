import type { PayeeCheck } from '#contract/supplier/payee-check.ts'

export interface Sendable {
  id: string
  supplier_name: string
  payee_check: PayeeCheck | null
  amount_kop: number
  /** Who prepared it cannot confirm it alone. */
  four_eyes: boolean
  created_by: string
  version: number
}
