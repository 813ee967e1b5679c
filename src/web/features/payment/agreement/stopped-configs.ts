import type { BankConfig } from '#contract/bank/bank-entities.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'

/** Agreements whose stop the people who pay must know: those of the bank, and those that nothing pays in place of. */
export function stoppedConfigs(all: readonly BankConfig[]): BankConfig[] {
  const isPaid = (kind: MethodKind) =>
    all.some(({ status, default_for: kinds }) => status === 'active' && kinds.includes(kind))
  return all.filter(({ circuit, status, off_reason: reason, methods }) => {
    if (circuit === 'stopped') return true
    return status !== 'active' && reason !== null && !methods.every(isPaid)
  })
}
