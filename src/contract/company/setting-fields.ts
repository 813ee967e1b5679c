import type * as z from 'zod/mini'
import { modulesCfgInput } from '../core/module-settings.ts'
import { moduleTags, type ModuleTag } from '../core/module-tags.ts'
import { CompanyRules, knownTemplates } from './company-settings.ts'
import {
  moduleWords,
  ruleGroups,
  ruleWords,
  templateWords,
  type SettingWords,
} from './setting-words.ts'

export type SettingKind =
  | 'number'
  | 'yes-no'
  | 'text'
  | 'time'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'numbers'

/** One setting as a form draws it: its words, and kind and bounds of the schema that judges it. */
export interface SettingField extends SettingWords {
  /** Under `settings`: `rules.pd_basis`, `modules_cfg.weight.posts.weight1`. */
  readonly path: string
  readonly kind: SettingKind
  readonly min?: number
  readonly max?: number
  /** A choice between numbers, which a list of the screen knows as texts. */
  readonly numeric: boolean
}

/** The part of a schema that is read here; the library keeps it stable for those who walk schemas. */
interface Definition {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly checks?: readonly z.core.$ZodCheck[]
}
type BoundName = 'value' | 'minimum' | 'maximum'

/** Settings of a module, in the order of its schema; those of `posts` are told one by one. */
export function moduleFields(tag: ModuleTag): SettingField[] {
  const words: object = moduleWords[tag]
  return fieldsOf(modulesCfgInput.shape[tag], words, `modules_cfg.${tag}`)
}

/** The company's rules under the titles of their groups. */
export function ruleFields(): { title: string; fields: SettingField[] }[] {
  const all = fieldsOf(CompanyRules, ruleWords, 'rules')
  return Object.entries(ruleGroups).map(([group, title]) => ({
    title,
    fields: all.filter(({ path }) => (groupOf(path) as string | undefined) === group),
  }))
}

const groupOf = (path: string) => ruleWords[path.slice('rules.'.length) as keyof CompanyRules].group

/** Forms of the documents. */
export function templateFields(): SettingField[] {
  return fieldsOf(knownTemplates, templateWords, 'templates')
}

/** Every setting that a person may write. */
export function allSettingFields(): SettingField[] {
  return [
    ...moduleTags.flatMap(moduleFields),
    ...ruleFields().flatMap(({ fields }) => fields),
    ...templateFields(),
  ]
}

function fieldsOf(schema: z.core.$ZodType, words: object, at: string): SettingField[] {
  const shape = definitionOf(schema).shape ?? {}
  return Object.entries(shape).flatMap(([name, part]) => {
    const path = `${at}.${name}`
    const own = (words as Record<string, object | undefined>)[name]
    // Told when the program starts and by its test: a setting that nobody can name is not drawn.
    if (!own) throw new Error(`setting ${path} has no words`)
    if (definitionOf(part).type === 'object') return fieldsOf(part, own, path)
    return [fieldOf(part, own as SettingWords, path)]
  })
}

function fieldOf(schema: z.core.$ZodType, words: SettingWords, path: string): SettingField {
  const numeric = definitionOf(schema).type === 'number'
  return { ...words, ...boundsOf(schema), path, numeric, kind: kindOf(schema, words) }
}

function kindOf(schema: z.core.$ZodType, words: SettingWords): SettingKind {
  const { type, element } = definitionOf(schema)
  if (type === 'boolean') return 'yes-no'
  if (words.options) return type === 'array' ? 'choices' : 'choice'
  if (type === 'array') return definitionOf(element!).type === 'string' ? 'texts' : 'numbers'
  if (words.clock) return 'time'
  return type === 'string' ? 'text' : 'number'
}

/** Least and greatest number, or length of a text or a list. */
function boundsOf(schema: z.core.$ZodType): { min?: number; max?: number } {
  const bounds: { min?: number; max?: number } = {}
  for (const check of definitionOf(schema).checks ?? []) {
    const told = check._zod.def as z.core.$ZodCheckDef & Partial<Record<BoundName, number>>
    if (told.check === 'greater_than' && told.value !== undefined) bounds.min = told.value
    if (told.check === 'less_than' && told.value !== undefined) bounds.max = told.value
    if (told.check === 'min_length' && told.minimum !== undefined) bounds.min = told.minimum
    if (told.check === 'max_length' && told.maximum !== undefined) bounds.max = told.maximum
  }
  return bounds
}

function definitionOf(schema: z.core.$ZodType): Definition {
  return inner(schema)._zod.def as unknown as Definition
}

/** A schema without the `optional` around it. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType } = schema._zod.def as unknown as Definition
  return type === 'optional' && innerType ? inner(innerType) : schema
}
