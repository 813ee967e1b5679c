import * as z from 'zod/mini'
import {
  dayField,
  nameField,
  neededRequisite,
  requisiteField,
  textField,
} from '../record/record-field.ts'
import * as s from '../core/shapes.ts'

/** The clock by which a company counts its days; the form has an input of its own for it. */
const timezone = {
  kind: 'name',
  input: z.optional(s.pattern(/^[A-Za-z]+(\/[A-Za-z_+-]+){0,2}$/, 'Такого часового пояса нет')),
  answer: s.displayText(60),
  start: 'Europe/Moscow' as string,
  label: 'Часовой пояс',
} as const

/** The requisites of a company (domain.md 2.1): one more is a line here and its column (docs/recipes/record-field.md). */
export const companyFields = {
  name: nameField(255, { label: 'Полное название', audit: 'Название', part: 'names' }),
  short_name: nameField(60, { label: 'Краткое название', part: 'names' }),
  inn: neededRequisite('inn', { label: 'ИНН', fact: 'ИНН / КПП', part: 'numbers' }),
  kpp: requisiteField('kpp', { label: 'КПП', part: 'numbers' }),
  ogrn: neededRequisite('ogrn', { label: 'ОГРН', part: 'numbers' }),
  okpo: requisiteField('okpo', { label: 'ОКПО', part: 'numbers' }),
  legal_address: nameField(500, { label: 'Юридический адрес', fact: 'Адрес', part: 'address' }),
  phone: neededRequisite('phone', { label: 'Телефон', part: 'contact' }),
  email: requisiteField('email', { label: 'Эл. почта', part: 'contact' }),
  director_position: nameField(100, { label: 'Должность руководителя', part: 'director' }),
  director_name: nameField(150, {
    label: 'ФИО руководителя',
    audit: 'Руководитель',
    part: 'director',
  }),
  licence_number: textField(60, { label: 'Номер лицензии', fact: 'Лицензия', part: 'licence' }),
  licence_date: dayField({ label: 'Дата выдачи', audit: 'Дата лицензии', part: 'licence' }),
  licence_authority: textField(200, {
    label: 'Кем выдана',
    audit: 'Кем выдана лицензия',
    part: 'licence',
  }),
  timezone,
} as const
