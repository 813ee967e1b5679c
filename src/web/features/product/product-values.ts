import type { Measure, Product } from '#contract/price/product.ts'

export type ProductValues = Pick<
  Product,
  'measure' | 'display_unit' | 'allowed_from_person' | 'requires_radiation_check' | 'asks_moisture'
> & {
  /** Null until it is chosen: a product taken for «not scrap» by default would be bought without radiation control. */
  metal_class: Product['metal_class'] | null
  name: string
  code: string
  gost_category: string
  waste_code: string
  hazard_note: string
  default_zasor_bp: number | null
  zasor_step_g: number | null
  price_step_bp: number | null
}

export const UNITS: Readonly<Record<Product['display_unit'], string>> = {
  kg: 'кг',
  t: 'т',
  pcs: 'шт.',
}
export const CLASSES: Readonly<Record<Product['metal_class'], string>> = {
  none: 'Не лом',
  ferrous: 'Чёрный лом',
  nonferrous: 'Цветной лом',
}
export const MEASURES: Readonly<Record<Measure, string>> = { weight: 'На вес', piece: 'Штуками' }

/** domain.md 2.5: trucks are rounded to a kilogram; for products of platform posts 10 g is set by hand. */
const USUAL_STEP_G = 1000

export function productValues(node: Product | undefined): ProductValues {
  return {
    name: node?.name ?? '',
    code: node?.code ?? '',
    measure: node?.measure ?? 'weight',
    display_unit: node?.display_unit ?? 'kg',
    metal_class: node?.metal_class ?? null,
    gost_category: node?.gost_category ?? '',
    waste_code: node?.waste_code ?? '',
    default_zasor_bp: node?.default_zasor_bp ?? 0,
    price_step_bp: node?.price_step_bp ?? null,
    zasor_step_g: node?.zasor_step_g ?? USUAL_STEP_G,
    allowed_from_person: node?.allowed_from_person ?? false,
    requires_radiation_check: node?.requires_radiation_check ?? false,
    asks_moisture: node?.asks_moisture ?? false,
    hazard_note: node?.hazard_note ?? '',
  }
}

/** An emptied text is cleared on the server; a group has only a name and a code. */
export function productFields(values: Partial<ProductValues>, kind: Product['kind']): object {
  const { name, code, gost_category, waste_code, hazard_note, metal_class, ...rest } = values
  const { price_step_bp = null, ...fields } = rest
  const common = { name, code: code ?? null, price_step_bp }
  if (kind === 'group') return common
  return {
    ...common,
    ...fields,
    ...(metal_class && { metal_class }),
    gost_category: gost_category ?? null,
    waste_code: waste_code ?? null,
    hazard_note: hazard_note ?? null,
  }
}
