import {
  defaultRules,
  defaultTemplates,
  type CompanyRules,
  type CompanySettings,
} from '#contract/company/company-settings.ts'
import { defaultModulesCfg, type ModulesCfg } from '#contract/core/module-settings.ts'
import { moduleTags, type ModuleTag } from '#contract/core/module-tags.ts'
import type { Db } from '../../db/handle.ts'
import { companySettings } from './company-queries.ts'

/** What is stored of settings: only what the company has of its own. */
interface StoredSettings {
  modules?: ModuleTag[]
  modules_cfg?: ModulesCfg
  rules?: Partial<CompanyRules>
  legacy?: CompanySettings['legacy']
  templates?: Partial<CompanySettings['templates']>
}

/** Stored settings with every default of domain.md 13 filled in; modules in the order of the screens. */
export function settingsOf(stored: unknown): CompanySettings {
  const own = (stored ?? {}) as StoredSettings
  const cfg = moduleTags.map((tag) => [
    tag,
    { ...defaultModulesCfg[tag], ...own.modules_cfg?.[tag] },
  ])
  return {
    modules: moduleTags.filter((tag) => own.modules?.includes(tag)),
    modules_cfg: Object.fromEntries(cfg) as ModulesCfg,
    rules: { ...defaultRules, ...own.rules },
    legacy: { source: null, ...own.legacy },
    templates: { ...defaultTemplates, ...own.templates },
  }
}

/** Settings as the session remembers them, at most half a minute old: polling must not cost a query. */
export function settingsOfSession(db: Db): CompanySettings {
  return settingsOf(db.caller.session?.settings)
}

/**
 * The current settings of the handle's company, read in the command's own transaction: a session may be half a minute old, and
 * a rule about money must not be.
 */
export async function settingsNow(db: Db): Promise<CompanySettings> {
  return settingsOf(await companySettings(db))
}
