/** Prints of ours that carry the code of their record. */
export type PrintedForm = 'act' | 'act-draft' | 'ownership' | 'weight-act' | 'consent'

export interface PrintedRecord {
  readonly form: PrintedForm
  readonly id: string
}

const ID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
// The address of the server may have changed since the print; an id belongs to one record in the world.
const FORMS: readonly (readonly [PrintedForm, RegExp])[] = [
  ['act', new RegExp(`/\\?path=/operator/act/${ID}$`)],
  ['act-draft', new RegExp(`/\\?path=/print/act/${ID}$`)],
  ['ownership', new RegExp(`/\\?path=/print/ownership/${ID}$`)],
  ['weight-act', new RegExp(`/\\?path=/print/weight_act/${ID}$`)],
  ['consent', new RegExp(`/\\?path=/print/consent/${ID}$`)],
]

/** The record that a code of one of our prints leads to; nothing for any other code. */
export function printedRecord(code: string): PrintedRecord | undefined {
  for (const [form, pattern] of FORMS) {
    const id = pattern.exec(code)?.[1]
    if (id) return { form, id }
  }
  return undefined
}
