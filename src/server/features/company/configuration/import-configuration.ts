import * as z from 'zod/mini'
import type { CallInput } from '#contract/core/call.ts'
import {
  Configuration,
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  configurationOf,
  type configurationCalls,
} from '#contract/company/company-configuration.ts'
import { issueText } from '#contract/core/issue-text.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import { assertAge, mergeSettings } from './change-settings.ts'
import { findCompany } from '../company-queries.ts'
import { changeCompany, lockCompany } from '../save-queries.ts'
import { settingsOf } from '../settings.ts'

type Outcome = Answer<typeof configurationCalls.importConfiguration>

/**
 * company/superImportConfiguration: says what a file would change, validated as if it were taken; the same file is then taken only
 * while the company still has the version that the difference was made against.
 */
export async function importConfiguration(
  db: Db,
  { body }: CallInput<typeof configurationCalls.importConfiguration>,
): Promise<Outcome> {
  const { id, version, text, dry_run } = body
  const { settings } = readConfiguration(text)
  return inTransaction(forCompany(db, id), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    await lockCompany(tx)
    const before = await findCompany(tx)
    if (!before) return refuse('common.not-found')
    if (before.version !== version) refuse('common.stale')
    const next = await mergeSettings(tx, before.settings, settings)
    if (settings.modules_cfg?.weight?.max_age_ms) await assertAge(tx, next)
    const changes = changesBetween(before.settings, next)
    if (dry_run || changes.length === 0) return { applied: false, version, changes }
    await changeCompany(tx, { settings: JSON.stringify(next) })
    await forgetRights(tx, { companyId: tx.companyId })
    addAuditEvent(tx, {
      action: 'company.configuration',
      entity: 'company',
      id,
      before: { settings: before.settings },
      after: { settings: next },
    })
    return { applied: true, version: version + 1, changes }
  })
}

const MAX_PROBLEMS = 50

/** The file of settings, or what is wrong with it, place by place. */
function readConfiguration(text: string): Configuration {
  const value = parse(text)
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== CONFIGURATION_FORMAT) return refuse('company.bad-configuration')
  if (version !== CONFIGURATION_VERSION)
    return refuse('company.bad-configuration', {
      message: `Файл записан в другом виде: нужна версия ${CONFIGURATION_VERSION}. Выгрузите настройки заново`,
      fields: { version: `Здесь принимается версия ${CONFIGURATION_VERSION}` },
    })
  const judged = z.safeParse(Configuration, value, { reportInput: true })
  if (judged.success) return judged.data
  const issues = judged.error.issues.slice(0, MAX_PROBLEMS)
  return refuse('company.bad-configuration', {
    message:
      'В файле настроек есть ошибки: ничего не изменено. Поправьте файл и выберите его снова',
    fields: Object.fromEntries(
      issues.map((issue) => [issue.path.join('.') || 'file', issueText(issue)]),
    ),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('company.bad-configuration')
  }
}

/** Each setting whose value, with the defaults filled in, would be another one. */
function changesBetween(before: unknown, next: object): Outcome['changes'] {
  const [was, now] = [before, next].map((stored) =>
    flatten(configurationOf(settingsOf(stored)).settings, ''),
  )
  const paths = [...new Set([...was!.keys(), ...now!.keys()])]
  return paths
    .filter((path) => JSON.stringify(was!.get(path)) !== JSON.stringify(now!.get(path)))
    .map((path) => ({ path, was: was!.get(path) ?? null, now: now!.get(path) ?? null }))
}

function flatten(value: unknown, path: string): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [
      ...flatten(part, path ? `${path}.${name}` : name),
    ]),
  )
}
