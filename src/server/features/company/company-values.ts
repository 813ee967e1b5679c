import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import { defaultModules, moduleSpecs } from '#contract/company/module-specs.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { NewSite } from './save-queries.ts'

type CreateBody = CallInput<typeof company.create>['body']

interface Requisites {
  readonly inn: string
  readonly ogrn: string
  readonly kpp?: string | null | undefined
  readonly timezone?: string | undefined
}

const ZONES = new Set(Intl.supportedValuesOf('timeZone')).add('UTC')

/** Requisites that depend on each other: a firm has ten digits, thirteen and a КПП, an entrepreneur twelve and fifteen. */
export function assertRequisites({ inn, ogrn, kpp, timezone }: Requisites): void {
  const isFirm = inn.length === 10
  const fields: Record<string, string> = {}
  if ((ogrn.length === 13) !== isFirm)
    fields['ogrn'] = isFirm
      ? 'У организации ОГРН из 13 цифр'
      : 'У предпринимателя ОГРНИП из 15 цифр'
  if (kpp && !isFirm) fields['kpp'] = 'КПП бывает только у организации'
  if (timezone !== undefined && !ZONES.has(timezone)) fields['timezone'] = 'Такого пояса нет'
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

/** The stored form of new settings: the given values over the defaults; every module needs the modules it depends on. */
export function firstSettings(settings: CreateBody['settings']): object {
  const { modules = defaultModules, ...rest } = settings ?? {}
  assertModules(modules)
  return { modules_cfg: {}, rules: {}, ...rest, modules }
}

/** Every module that is on needs the modules it depends on. */
export function assertModules(modules: readonly ModuleTag[]): void {
  for (const { tag, title, requires } of moduleSpecs) {
    const missing = requires.find((needed) => !modules.includes(needed))
    if (!modules.includes(tag) || missing === undefined) continue
    const needed = moduleSpecs.find((spec) => spec.tag === missing)!.title
    refuse('module.dependency', {
      fields: { 'settings.modules': `${quote(title)} не работает без ${quote(needed)}` },
    })
  }
}

/** New sites with exactly one default among the active ones: the named one, else the first. */
export function firstSites(sites: CreateBody['sites']): NewSite[] {
  const newSites = (sites ?? []).map(({ id, status = 'active', ...site }) => {
    if (id !== undefined) refuse('common.not-found', { message: 'Площадка не найдена' })
    return { ...site, status }
  })
  const named = newSites.filter((site) => site.is_default)
  if (named.length > 1 || named.some((site) => site.status === 'archived'))
    refuse('common.validation', { fields: { sites: 'Основной может быть одна действующая' } })
  const main = named[0] ?? newSites.find((site) => site.status === 'active')
  return newSites.map((site) => ({ ...site, is_default: site === main }))
}
