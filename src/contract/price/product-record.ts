import {
  choiceField,
  fieldNames,
  flagField,
  nameField,
  optionalPercentField,
  percentField,
  textField,
  weightField,
} from '../record/record-field.ts'

export const measures = ['weight', 'piece'] as const
export type Measure = (typeof measures)[number]
export const displayUnits = ['kg', 't', 'pcs'] as const
/** Anything but `none` is scrap and is bought by a ПСА. */
export const metalClasses = ['none', 'ferrous', 'nonferrous'] as const

/** What every node of the catalogue has. */
export const nodeFields = {
  name: nameField(200, { label: 'Название', part: 'node', sheet: { width: 36 } }),
  code: textField(40, { label: 'Код', part: 'node', sheet: { width: 12 } }),
  /** Beyond it a price of this node and of all below it takes a second person; null: as above it (domain.md 5.4). */
  price_step_bp: optionalPercentField(100_000, {
    label: 'Шаг цены без второго человека',
    placeholder: 'Как выше по дереву',
    empty: 'как выше по дереву',
    part: 'prices',
  }),
} as const

/** What only a product has, in the order of its form, its card and the file (domain.md 2.5). */
export const itemFields = {
  measure: choiceField(measures, {
    label: 'Мера',
    start: 'weight',
    titles: { weight: 'На вес', piece: 'Штуками' },
    sheet: { width: 8 },
  }),
  display_unit: choiceField(displayUnits, {
    label: 'Единица',
    start: 'kg',
    titles: { kg: 'кг', t: 'т', pcs: 'шт.' },
    sheet: { width: 9 },
  }),
  metal_class: choiceField(metalClasses, {
    label: 'Вид',
    audit: 'Класс лома',
    start: 'none',
    titles: { none: 'Не лом', ferrous: 'Чёрный лом', nonferrous: 'Цветной лом' },
    sheet: { header: 'Класс лома', width: 14 },
  }),
  gost_category: textField(60, { label: 'Категория ГОСТ', part: 'scrap', sheet: { width: 16 } }),
  waste_code: textField(20, { label: 'Код отхода', part: 'scrap', sheet: { width: 16 } }),
  default_zasor_bp: percentField(0, {
    label: 'Обычный засор',
    part: 'contamination',
    sheet: { header: 'Засор, %', width: 10 },
  }),
  /** Trucks are rounded to a kilogram; for products of platform posts 10 g is set by hand. */
  zasor_step_g: weightField(
    { min: 1, max: 1_000_000, start: 1000 },
    {
      label: 'Шаг засора',
      part: 'contamination',
      sheet: { header: 'Шаг засора, кг', width: 15 },
    },
  ),
  allowed_from_person: flagField({
    label: 'Принимать от граждан',
    hint: 'Цветной лом от граждан — только виды из перечня региона',
    fact: 'От граждан',
    says: ['принимаем', 'не принимаем'],
    part: 'intake',
    sheet: { width: 21 },
  }),
  requires_radiation_check: flagField({
    label: 'Нужен радиационный контроль',
    fact: 'Радиационный контроль',
    says: ['нужен', 'не нужен'],
    part: 'intake',
    sheet: { header: 'Радиационный контроль', width: 23 },
  }),
  /** Acts ask for the moisture of this product, and print it; it changes no weight and no sum. */
  asks_moisture: flagField({
    label: 'Спрашивать влажность',
    hint: 'В акте, для сведения: вес и сумма от неё не зависят',
    fact: 'Влажность',
    says: ['спрашиваем', 'не спрашиваем'],
    part: 'intake',
    sheet: { width: 21 },
  }),
  hazard_note: textField(300, {
    label: 'Предупреждение',
    hint: 'Видно на посту при взвешивании',
    lines: 2,
    part: 'intake',
    sheet: { width: 36 },
  }),
} as const

/** The plain fields of a node: one more is a line here and its column (docs/recipes/record-field.md). */
export const productFields = { ...nodeFields, ...itemFields } as const

/** The fields that a file of the catalogue carries. */
export const sheetFieldNames = fieldNames(productFields).filter(
  (name): name is SheetFieldName => 'sheet' in productFields[name],
)
export type SheetFieldName = {
  [K in keyof typeof productFields]: (typeof productFields)[K] extends { sheet: object } ? K : never
}[keyof typeof productFields]
