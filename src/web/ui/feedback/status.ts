import { statusTitle, statusTitles, type StatusKind } from '#contract/core/status-titles.ts'

/** Colour meanings of screens.md 14; a badge is always icon and word as well. */
export type Tone =
  | 'gray'
  | 'blue'
  | 'cyan'
  | 'indigo'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'red'
  | 'grape'

/** Drawn by `StatusBadge`; few shapes, so that each keeps its meaning. */
export type StatusIcon =
  | 'pencil'
  | 'circle'
  | 'clock'
  | 'arrow'
  | 'check'
  | 'double-check'
  | 'half'
  | 'question'
  | 'stop'
  | 'cross'
  | 'box'
  | 'link'

export interface StatusAppearance {
  label: string
  tone: Tone
  icon: StatusIcon
  /** Void, cancelled, deleted: gray with struck text. */
  struck?: true
}

type Appearance = Omit<StatusAppearance, 'label'>

const appearance = (tone: Tone, icon: StatusIcon): Appearance => ({ tone, icon })
const STRUCK: Appearance = { tone: 'gray', icon: 'cross', struck: true }

// The appearance of every status; its word is in the contract, because exported lists use it too.
const statusAppearances: { [K in StatusKind]: Record<keyof (typeof statusTitles)[K], Appearance> } =
  {
    company: {
      new: appearance('gray', 'circle'),
      active: appearance('green', 'check'),
      suspended: appearance('orange', 'stop'),
      archived: appearance('gray', 'box'),
    },
    bank: {
      active: appearance('green', 'check'),
      disabled: appearance('red', 'stop'),
    },
    bank_config: {
      draft: appearance('gray', 'pencil'),
      testing: appearance('blue', 'clock'),
      active: appearance('green', 'check'),
      disabled: appearance('red', 'stop'),
    },
    user: {
      invited: appearance('yellow', 'clock'),
      active: appearance('green', 'check'),
      blocked: appearance('red', 'stop'),
      dismissed: appearance('gray', 'box'),
    },
    supplier: {
      draft: appearance('gray', 'pencil'),
      active: appearance('green', 'check'),
      blocked: appearance('red', 'stop'),
      archived: appearance('gray', 'box'),
    },
    consent: {
      none: appearance('gray', 'circle'),
      signed: appearance('green', 'check'),
      withdrawn: appearance('orange', 'cross'),
      expired: appearance('orange', 'clock'),
    },
    payment_method: {
      new: appearance('gray', 'circle'),
      active: appearance('green', 'check'),
      disabled: appearance('red', 'stop'),
      archived: appearance('gray', 'box'),
    },
    product: {
      active: appearance('green', 'check'),
      archived: appearance('gray', 'box'),
    },
    instrument: {
      active: appearance('green', 'check'),
      archived: appearance('gray', 'box'),
    },
    price_column: {
      active: appearance('green', 'check'),
      deleted: STRUCK,
    },
    transaction: {
      in: appearance('blue', 'arrow'),
      closed: appearance('cyan', 'check'),
      attached: appearance('indigo', 'link'),
      void: STRUCK,
    },
    weight_act: {
      draft: appearance('gray', 'pencil'),
      confirmed: appearance('cyan', 'check'),
      attached: appearance('indigo', 'link'),
      void: STRUCK,
    },
    act: {
      draft: appearance('gray', 'pencil'),
      issued: appearance('blue', 'arrow'),
      signed: appearance('green', 'check'),
      void: STRUCK,
    },
    act_payment: {
      unpaid: appearance('gray', 'circle'),
      planned: appearance('blue', 'clock'),
      partial: appearance('yellow', 'half'),
      paid: appearance('green', 'double-check'),
    },
    scan: {
      new: appearance('gray', 'circle'),
      accepted: appearance('indigo', 'check'),
      rejected: appearance('red', 'cross'),
    },
    payment: {
      saved: appearance('gray', 'pencil'),
      registering: appearance('blue', 'clock'),
      in_file: appearance('orange', 'clock'),
      registered: appearance('cyan', 'arrow'),
      processing: appearance('indigo', 'clock'),
      paid: appearance('green', 'double-check'),
      rejected: appearance('red', 'cross'),
      cancelled: STRUCK,
      unknown: appearance('orange', 'question'),
    },
    bank_statement_line: {
      matched: appearance('green', 'check'),
      suggested: appearance('yellow', 'question'),
      discrepancy: appearance('red', 'stop'),
      waiting: appearance('blue', 'clock'),
      none: appearance('gray', 'circle'),
      ignored: appearance('gray', 'box'),
    },
    payment_registry: {
      new: appearance('gray', 'circle'),
      sent: appearance('cyan', 'arrow'),
      accepted: appearance('indigo', 'check'),
      done: appearance('green', 'double-check'),
      partial: appearance('yellow', 'half'),
      failed: appearance('red', 'cross'),
    },
    device: {
      online: appearance('green', 'check'),
      offline: appearance('red', 'cross'),
      disabled: appearance('gray', 'stop'),
    },
    report: {
      queued: appearance('gray', 'clock'),
      running: appearance('blue', 'clock'),
      ready: appearance('green', 'check'),
      failed: appearance('red', 'cross'),
      expired: STRUCK,
      cancelled: appearance('gray', 'stop'),
    },
    temporary_link: {
      issued: appearance('blue', 'arrow'),
      used: appearance('green', 'check'),
      expired: appearance('gray', 'clock'),
      revoked: appearance('orange', 'stop'),
    },
  }
export type { StatusKind }

/** The appearance of one status; an unknown word is shown as it is, gray. */
export function statusAppearance(kind: StatusKind, status: string): StatusAppearance {
  const table: Record<string, Appearance> = statusAppearances[kind]
  return { label: statusTitle(kind, status), ...(table[status] ?? appearance('gray', 'question')) }
}
