import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { modulesCfgInput } from '../core/module-settings.ts'
import { moduleTags } from '../core/module-tags.ts'
import { CompanyRules, knownTemplates, type CompanySettings } from './company-settings.ts'
import * as s from '../core/shapes.ts'

/** Says what a file is, whatever it is called. */
export const CONFIGURATION_FORMAT = 'priyomka.company-settings'
/** Rises when a file of before would mean something else. */
export const CONFIGURATION_VERSION = 1
/** Some ten times what all settings take. */
const MAX_TEXT = 65_536
const MAX_CHANGES = 100

/**
 * A company's set-up as a file: what is switched on, settings and rules. Left out is what belongs to one company alone: sites and
 * devices with their passwords, addresses of agents, printers, banks, and the source of the old base, which is granted by name.
 */
export const Configuration = z.strictObject({
  format: z.literal(CONFIGURATION_FORMAT),
  version: z.literal(CONFIGURATION_VERSION),
  settings: z.strictObject({
    modules: z.optional(s.list(z.enum(moduleTags), moduleTags.length)),
    modules_cfg: z.optional(modulesCfgInput),
    rules: z.optional(z.partial(CompanyRules)),
    templates: z.optional(z.partial(knownTemplates)),
  }),
})
export type Configuration = z.output<typeof Configuration>

/** The file of a company: the only place that decides what leaves it. */
export function configurationOf({
  modules,
  modules_cfg,
  rules,
  templates,
}: CompanySettings): Configuration {
  const { weight, payment, ...others } = modules_cfg
  const { printers: _printers, ...weighing } = weight ?? {}
  const { sbp_banks: _banks, ...paying } = payment ?? {}
  return {
    format: CONFIGURATION_FORMAT,
    version: CONFIGURATION_VERSION,
    settings: {
      modules,
      modules_cfg: { ...others, weight: weighing, payment: paying },
      rules,
      templates,
    },
  }
}

export const configurationCalls = {
  importConfiguration: call({
    method: 'PUT',
    path: '/api/v1/company/superImportConfiguration',
    access: 'super',
    action: 'company.manage',
    summary: 'Compares settings of a file with those of a company, and takes them',
    body: z.strictObject({
      id: s.id('company'),
      version: s.version,
      /** The file as it is, so that one judge reads it; what it does not name stays. */
      text: s.lines(MAX_TEXT, 1),
      dry_run: z.optional(z.boolean()),
    }),
    result: z.strictObject({
      applied: z.boolean(),
      /** The company's version: of a dry run the one that the difference was made against. */
      version: s.version,
      changes: s.list(
        z.strictObject({
          /** Under `settings`, as `rules.pd_basis`. */
          path: s.displayText(100),
          was: s.jsonValue(4096),
          now: s.jsonValue(4096),
        }),
        MAX_CHANGES,
      ),
    }),
    refusals: ['company.bad-configuration', 'module.dependency'],
  }),
}
