import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'

/** What a statement changes on screens. */
export const CHANGED_CALLS = [
  paymentStatement.getStatements,
  paymentStatement.getStatementLines,
  paymentReview.getDiscrepancies,
  paymentRegistry.getRegistries,
  payment.getAll,
  payment.get,
  act.getAll,
]
