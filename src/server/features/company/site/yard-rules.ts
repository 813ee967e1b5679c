import type { CompanySettings } from '#contract/company/company-settings.ts'
import type { ModulesCfg, YardRules, YardRulesInput } from '#contract/core/module-settings.ts'
import { refuse } from '#http/refusal.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { findCompany } from '../company-queries.ts'
import { refuseAt, type YardRows } from './assert-device.ts'
import { silencedScale } from './assert-pace.ts'
import { loosenedRules } from './loosened-site.ts'
import { changeCompany } from '../save-queries.ts'
import { settingsOf } from '../settings.ts'

interface SaveRules {
  readonly rules: YardRulesInput
  readonly version: number
  readonly at: string
}

/**
 * Changes rules of the site devices under the company's lock; only values that differ from the stored ones are validated. Answers which
 * of them refuse or mark less than before.
 */
export async function saveYardRules(
  tx: Tx,
  yard: YardRows,
  { rules, version, at }: SaveRules,
): Promise<string[]> {
  const company = await findCompany(tx)
  if (!company) return refuse('common.not-found')
  if (company.version !== version) refuse('common.stale')
  const before = yardRulesOf(settingsOf(company.settings))
  const after = {
    weight: { ...before.weight, ...rules.weight },
    carnumber: { ...before.carnumber, ...rules.carnumber },
    camera: { ...before.camera, ...rules.camera },
  }
  refuseAt(at, {
    ...postProblems(yard, before, after),
    ...cameraProblems(yard, before, after),
    ...ageProblems(yard, before, after),
  })
  if (JSON.stringify(after) === JSON.stringify(before)) return []
  const own = (company.settings ?? {}) as { modules_cfg?: ModulesCfg }
  const cfg = own.modules_cfg
  const modules_cfg = {
    ...cfg,
    weight: { ...cfg?.weight, ...rules.weight },
    carnumber: { ...cfg?.carnumber, ...rules.carnumber },
    camera: { ...cfg?.camera, ...rules.camera },
  }
  await changeCompany(tx, { settings: JSON.stringify({ ...own, modules_cfg }) })
  await forgetRights(tx, { companyId: tx.companyId })
  addAuditEvent(tx, {
    action: 'company.yard-rules',
    entity: 'company',
    id: tx.companyId,
    before: { rules: before },
    after: { rules: after },
  })
  return loosenedRules(before, after)
}

/** The part of the settings that a person who sets up devices may change. */
export function yardRulesOf({ modules_cfg }: CompanySettings): YardRules {
  const { weight, carnumber, camera } = modules_cfg
  const { printers: _, ...rules } = weight!
  return { weight: rules, carnumber: carnumber!, camera: camera! }
}

type Problems = Record<string, string>

function postProblems(yard: YardRows, before: YardRules, after: YardRules): Problems {
  const problems: Problems = {}
  for (const screen of ['weight', 'weight1', 'weight2'] as const) {
    const number = after.weight.posts[screen]
    const postExists = yard.posts.some((post) => post.number === number)
    if (!postExists && number !== before.weight.posts[screen])
      problems[`weight.posts.${screen}`] = 'Такого поста нет'
  }
  return problems
}

function ageProblems(yard: YardRows, before: YardRules, after: YardRules): Problems {
  const { max_age_ms } = after.weight
  if (max_age_ms === before.weight.max_age_ms) return {}
  const problem = silencedScale(yard.devices, max_age_ms)
  return problem ? { 'weight.max_age_ms': problem } : {}
}

function cameraProblems(yard: YardRows, before: YardRules, after: YardRules): Problems {
  const codes = after.camera.on_capture
  if (new Set(codes).size < codes.length) return { 'camera.on_capture': 'Камера названа дважды' }
  const seen = new Set(yard.devices.filter(({ kind }) => kind === 'camera').map(({ code }) => code))
  const unknown = codes.find((code) => !seen.has(code) && !before.camera.on_capture.includes(code))
  return unknown === undefined ? {} : { 'camera.on_capture': `Камеры ${unknown} нет` }
}
