import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import iconv from 'iconv-lite'
import { moduleTags } from '#contract/modules.ts'
import type { LegacySource } from '#server/legacy-settings.ts'
import type { TestCompany, World } from './world.ts'

/** The dirty former base that the demo ships: 500 sellers, windows-1251. */
export const DIRTY_CSV = path.resolve(import.meta.dirname, '../src/server/demo/old-base.csv')

export const dirtyIds = iconv
  .decode(readFileSync(DIRTY_CSV), 'windows-1251')
  .split('\r\n')
  .slice(1)
  .map((line) => line.split(';')[0]!)
  .filter(Boolean)

/** A source of the server's configuration under a name. */
export function source(name: string, given: Partial<LegacySource>): [string, LegacySource] {
  return [name, { name, kind: 'csv', url: '', query: '', columns: {}, ...given }]
}

export const csv = (name: string, file: string, columns: Record<string, string> = {}) =>
  source(name, { url: pathToFileURL(file).href, columns })

/** Lets a company copy from a source: the module of service calls is on, the settings name the base. */
export async function useOldBase(
  world: World,
  company: TestCompany,
  name: string | null,
): Promise<void> {
  const settings = JSON.stringify({
    modules: moduleTags,
    modules_cfg: {},
    rules: {},
    legacy: { source: name },
  })
  await world.services.q
    .updateTable('company')
    .set({ settings })
    .where('id', '=', company.id)
    .execute()
  world.services.sessions.forget()
}
