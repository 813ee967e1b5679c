import { nameField, requisiteField, textField, type PersonalField } from '../record/record-field.ts'

/** What people change of themselves. */
export const ownPersonFields = {
  phone: requisiteField('phone', { label: 'Телефон', part: 'contact', personal: true }),
  email: requisiteField('email', { label: 'Эл. почта', part: 'contact', personal: true }),
} as const satisfies Record<string, PersonalField>

/** What only whoever manages people changes. */
export const managedPersonFields = {
  full_name: nameField(150, {
    label: 'Фамилия, имя, отчество',
    fact: 'Имя',
    audit: 'Имя',
    part: 'name',
    personal: false,
  }),
  position: textField(100, { label: 'Должность', part: 'contact', personal: false }),
} as const satisfies Record<string, PersonalField>

/** The plain fields of a person: one more is a line above and its column (docs/recipes/record-field.md). */
export const personFields = { ...managedPersonFields, ...ownPersonFields } as const
