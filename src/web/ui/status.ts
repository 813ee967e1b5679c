import { statusTitle, statusTitles, type StatusKind } from '#contract/status-titles.ts'

/** Colour meanings of web.md 14; a badge is always icon and word as well. */
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

export interface StatusLook {
  label: string
  tone: Tone
  icon: StatusIcon
  /** Void, cancelled, deleted: gray with struck text. */
  struck?: true
}

type Look = Omit<StatusLook, 'label'>

const look = (tone: Tone, icon: StatusIcon): Look => ({ tone, icon })
const STRUCK: Look = { tone: 'gray', icon: 'cross', struck: true }

// How every status looks; its word stands in the contract, because exported lists say it too.
const statusLooks: { [K in StatusKind]: Record<keyof (typeof statusTitles)[K], Look> } = {
  company: {
    new: look('gray', 'circle'),
    active: look('green', 'check'),
    suspended: look('orange', 'stop'),
    archived: look('gray', 'box'),
  },
  bank: {
    active: look('green', 'check'),
    disabled: look('red', 'stop'),
  },
  bank_config: {
    draft: look('gray', 'pencil'),
    testing: look('blue', 'clock'),
    active: look('green', 'check'),
    disabled: look('red', 'stop'),
  },
  user: {
    invited: look('yellow', 'clock'),
    active: look('green', 'check'),
    blocked: look('red', 'stop'),
    dismissed: look('gray', 'box'),
  },
  supplier: {
    draft: look('gray', 'pencil'),
    active: look('green', 'check'),
    blocked: look('red', 'stop'),
    archived: look('gray', 'box'),
  },
  consent: {
    none: look('gray', 'circle'),
    signed: look('green', 'check'),
    withdrawn: look('orange', 'cross'),
    expired: look('orange', 'clock'),
  },
  payment_method: {
    new: look('gray', 'circle'),
    active: look('green', 'check'),
    disabled: look('red', 'stop'),
    archived: look('gray', 'box'),
  },
  product: {
    active: look('green', 'check'),
    archived: look('gray', 'box'),
  },
  price_column: {
    active: look('green', 'check'),
    deleted: STRUCK,
  },
  transaction: {
    in: look('blue', 'arrow'),
    closed: look('cyan', 'check'),
    attached: look('indigo', 'link'),
    void: STRUCK,
  },
  weight_act: {
    draft: look('gray', 'pencil'),
    confirmed: look('cyan', 'check'),
    attached: look('indigo', 'link'),
    void: STRUCK,
  },
  act: {
    draft: look('gray', 'pencil'),
    issued: look('blue', 'arrow'),
    signed: look('green', 'check'),
    void: STRUCK,
  },
  act_payment: {
    unpaid: look('gray', 'circle'),
    planned: look('blue', 'clock'),
    partial: look('yellow', 'half'),
    paid: look('green', 'double-check'),
  },
  scan: {
    new: look('gray', 'circle'),
    accepted: look('indigo', 'check'),
    rejected: look('red', 'cross'),
  },
  payment: {
    saved: look('gray', 'pencil'),
    registering: look('blue', 'clock'),
    registered: look('cyan', 'arrow'),
    processing: look('indigo', 'clock'),
    paid: look('green', 'double-check'),
    rejected: look('red', 'cross'),
    cancelled: STRUCK,
    unknown: look('orange', 'question'),
  },
  payment_registry: {
    new: look('gray', 'circle'),
    sent: look('cyan', 'arrow'),
    accepted: look('indigo', 'check'),
    done: look('green', 'double-check'),
    partial: look('yellow', 'half'),
    failed: look('red', 'cross'),
  },
  device: {
    online: look('green', 'check'),
    offline: look('red', 'cross'),
    disabled: look('gray', 'stop'),
  },
  report: {
    queued: look('gray', 'clock'),
    running: look('blue', 'clock'),
    ready: look('green', 'check'),
    failed: look('red', 'cross'),
    expired: STRUCK,
  },
  temporary_link: {
    issued: look('blue', 'arrow'),
    used: look('green', 'check'),
    expired: look('gray', 'clock'),
    revoked: look('orange', 'stop'),
  },
}
export type { StatusKind }

/** The look of one status; an unknown word is shown as it is, gray. */
export function statusLook(kind: StatusKind, status: string): StatusLook {
  const table: Record<string, Look> = statusLooks[kind]
  return { label: statusTitle(kind, status), ...(table[status] ?? look('gray', 'question')) }
}
