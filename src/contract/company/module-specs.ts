import * as z from 'zod/mini'
import { defaultModulesCfg } from '../core/module-settings.ts'
import { moduleTags, routableTags, type ModuleTag } from '../core/module-tags.ts'
import { displayText, jsonValue, list } from '../core/shapes.ts'

/** Modules that cannot be on without others (domain.md 13.1). */
const moduleRequires: Partial<Record<ModuleTag, readonly ModuleTag[]>> = {
  price: ['product'],
  weight: ['transactions'],
  carnumber: ['weight'],
  camera: ['weight'],
  transactions: ['product'],
  manual: ['transactions'],
  weightacts: ['transactions', 'supplier'],
  act: ['supplier', 'product', 'price'],
  payment: ['act', 'supplier'],
  test: ['supplier'],
}

/** A new company gets every module but the old base, which SUPERVISOR grants by name. */
export const defaultModules: readonly ModuleTag[] = moduleTags.filter((tag) => tag !== 'test')

/** Title on screen and the addresses that a module opens: under `/operator/` unless print or image. */
const moduleDescriptions: Record<ModuleTag, readonly [title: string, screens: readonly string[]]> =
  {
    supplier: ['Поставщики', ['suppliers', 'search_supplier', 'print/consent']],
    product: ['Номенклатура', ['product']],
    price: ['Прайс', ['price']],
    weight: ['Взвешивание', ['weight', 'weight1', 'weight2']],
    carnumber: ['Камера номеров', []],
    camera: ['Камеры', []],
    transactions: ['Заезды', ['transactions']],
    manual: ['Ручной ввод', ['manual']],
    weightacts: ['Весовые акты', ['weightacts', 'print/weight_act']],
    act: [
      'Акты',
      ['create_act/details', 'acts', 'act', 'month', 'instruments', 'print/act', 'print/ownership'],
    ],
    payment: [
      'Выплаты',
      ['create_payment', 'create_payment/details', 'payments', 'money', 'print/registry'],
    ],
    files: ['Документы', ['documents', 'image']],
    report: ['Отчёты', ['reports']],
    test: ['Старая база', []],
  }

export const moduleSpec = z.strictObject({
  tag: z.enum(moduleTags),
  title: displayText(60),
  screens: list(displayText(60), 10),
  requires: list(z.enum(moduleTags), moduleTags.length),
  routable: z.boolean(),
  default_cfg: jsonValue(8192),
})
export type ModuleSpec = z.output<typeof moduleSpec>

export const moduleSpecs: readonly ModuleSpec[] = moduleTags.map((tag) => ({
  tag,
  title: moduleDescriptions[tag][0],
  screens: [...moduleDescriptions[tag][1]],
  requires: [...(moduleRequires[tag] ?? [])],
  routable: routableTags.some((routable) => routable === tag),
  default_cfg: defaultModulesCfg[tag],
}))
