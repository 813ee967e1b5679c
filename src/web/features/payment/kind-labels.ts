import type { MethodKind } from '#contract/bank/method-kinds.ts'

/** Kinds of payment methods as a choice and in a table of their own. */
export const kindLabels: Record<MethodKind, string> = {
  card: 'Карта',
  sbp: 'СБП',
  account: 'Счёт',
}
