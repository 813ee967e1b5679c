/** What a destination makes the bank do without any fault being set; README.md lists them for people. */
export type Trigger = 'slow' | 'timeout_after_accept' | { reason: string } | null

/** A payee chosen by the last two digits of card or phone (ours), or by the provider's documented test wallets. */
export function triggerOf(destination: { type: string; digits: string }): Trigger {
  if (destination.type === 'yoo_money') return wallets.get(destination.digits) ?? null
  return endings.get(destination.digits.slice(-2)) ?? null
}

const wallets = new Map<string, Trigger>([
  ['41001614575572', { reason: 'one_time_limit_exceeded' }],
  ['41001614575643', { reason: 'periodic_limit_exceeded' }],
  ['410011806060766', { reason: 'insufficient_funds' }],
  ['410011788545536', { reason: 'general_decline' }],
])

const endings = new Map<string, Trigger>([
  ['01', 'slow'],
  ['02', { reason: 'insufficient_funds' }],
  ['03', { reason: 'recipient_not_found' }],
  ['04', { reason: 'recipient_check_failed' }],
  ['05', 'timeout_after_accept'],
  ['06', { reason: 'fraud_suspected' }],
])
