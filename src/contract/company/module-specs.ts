import * as z from 'zod/mini'
import { defaultModulesCfg } from '../core/module-settings.ts'
import { moduleTags, routableTags, type ModuleTag } from '../core/module-tags.ts'
import { displayText, jsonValue, list } from '../core/shapes.ts'
import { moduleScreens, paths, type PathName } from '../screen-paths.ts'

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

const moduleTitles: Record<ModuleTag, string> = {
  supplier: 'Поставщики',
  product: 'Номенклатура',
  price: 'Прайс',
  weight: 'Взвешивание',
  carnumber: 'Камера номеров',
  camera: 'Камеры',
  transactions: 'Заезды',
  manual: 'Ручной ввод',
  weightacts: 'Весовые акты',
  act: 'Акты',
  payment: 'Выплаты',
  files: 'Документы',
  report: 'Отчёты',
  test: 'Старая база',
}

/** `create_act/details`: the address of a screen without `/operator/` and without the id at its end. */
const shortAddress = (name: PathName) =>
  paths[name].replace(/^\/(?:operator\/)?/, '').replace(/\/:.*$/, '')

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
  title: moduleTitles[tag],
  screens: moduleScreens[tag].map(shortAddress),
  requires: [...(moduleRequires[tag] ?? [])],
  routable: routableTags.some((routable) => routable === tag),
  default_cfg: defaultModulesCfg[tag],
}))
