/**
 * Which events the journal shows together: what people changed, what they only looked at or did with their own sign-in, and what
 * devices and background jobs reported.
 */
export const eventKinds = ['change', 'access', 'service'] as const
export type EventKind = (typeof eventKinds)[number]

/**
 * How the journal tells an action. In `says` a verb in lower case follows the name of whoever did it; a sentence that begins with a
 * capital letter has no doer. `{а}`, `{ёл|ла}`: endings by gender. `{record}`: the name or number of the record, with its link.
 * `{field}` and `{field:was}`: the value after and before; `{field:step}`: both, «30 000 → 18 500 ₽/т». `{changes}`: the changed
 * fields. A part in square brackets is left out when one of its values is empty.
 */
export interface ActionForm {
  /** What the action is called in lists and filters. */
  readonly title: string
  readonly says: string
  /** A change by people where nothing is said. */
  readonly kind?: Exclude<EventKind, 'change'>
}

export type ActionForms = Readonly<Record<string, ActionForm>>
