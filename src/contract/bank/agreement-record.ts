import { codeField, flagField, nameField, textField } from '../record/record-field.ts'
import * as s from '../core/shapes.ts'

const accountShape = s.pattern(/^\d{20}$/, 'В счёте должно быть 20 цифр')

/** What everybody reads of an agreement. */
export const shownAgreementFields = {
  title: nameField(60, { label: 'Название', hint: 'Так счёт видят сотрудники', part: 'name' }),
  /** Of providers that pay from an account; the form knows its bank. */
  account: codeField(
    { shape: accountShape, max: 20 },
    { label: 'Счёт, с которого платят', audit: 'Счёт' },
  ),
  allow_test_payment: flagField({
    label: 'Проверочные платежи и после запуска',
    hint: 'Пока счёт проверяется, они разрешены всегда',
    audit: 'Проверочные платежи',
    says: ['разрешены', 'не разрешены'],
    part: 'tests',
  }),
  raw_card_allowed: flagField({
    label: 'Вводить полный номер карты',
    hint: 'Нужен сертификат PCI DSS',
    audit: 'Полный номер карты',
    says: ['разрешён', 'не разрешён'],
    part: 'cards',
  }),
} as const

/** The plain fields of an agreement with a bank: one more is a line above and its column (docs/recipes/record-field.md). */
export const agreementFields = {
  ...shownAgreementFields,
  /** Asked for when raw card numbers are switched on (payments.md 9). */
  pci_certificate: textField(60, {
    label: 'Номер сертификата PCI DSS',
    audit: 'Сертификат PCI DSS',
    required: true,
    part: 'certificate',
  }),
} as const
