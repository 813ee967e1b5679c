import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import iconv from 'iconv-lite'
import { moduleTags } from '#contract/core/module-tags.ts'
import { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { LegacySource } from '#server/settings/legacy-settings.ts'
import { standBetween } from '../failures/tcp-between.ts'
import type { TestCompany, World } from '../support/world.ts'

/** The previous database with errors that the demo ships: 500 suppliers, windows-1251. */
export const DIRTY_CSV = path.resolve(import.meta.dirname, '../../src/server/demo/old-base.csv')

export const dirtyIds = iconv
  .decode(readFileSync(DIRTY_CSV), 'windows-1251')
  .split('\r\n')
  .slice(1)
  .map((line) => line.split(';')[0]!)
  .filter(Boolean)

/** Longer than any machine takes for what is not meant to be late. */
const PATIENCE_MS = 10 * 60_000
/** For what never answers. */
export const SOON_MS = 1000

/** A source of the server's configuration under a name. */
export function source(name: string, given: Partial<LegacySource>): [string, LegacySource] {
  return [
    name,
    { name, kind: 'csv', url: '', query: '', columns: {}, deadlineMs: PATIENCE_MS, ...given },
  ]
}

export const csv = (name: string, file: string, columns: Record<string, string> = {}) =>
  source(name, { url: pathToFileURL(file).href, columns })

/** Asks a source of a started world with another deadline from now on. */
export function setDeadline(world: World, name: string, deadlineMs: number = PATIENCE_MS): void {
  const legacy = world.services.config.legacy as Map<string, LegacySource>
  legacy.set(name, { ...legacy.get(name)!, deadlineMs })
}

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

/**
 * Five suppliers under headings of their own in a file: one complete, two with one passport, one without a name, one with mixed
 * up columns.
 */
export function fewSellers(dir: string): { file: string; columns: Record<string, string> } {
  const file = path.join(dir, 'few.csv')
  writeFileSync(
    file,
    [
      'Код;ФИО;Паспорт;Номер;Выдан;Дата;Отдел;Рождение;Телефон;ИНН;Счет;БИК',
      '1;Агапов Пётр Ильич;4509;123456;ОВД Тулы;01.06.2015;710-001;17.05.1970;8 (926) 123-45-67;500100732259;40817810900000000017;044525974',
      '2;Белкин Олег Львович;4510;654321;;;;;;;;',
      '3;;;;;;;;;;;',
      '4;"Зотов; Павел Юрьевич";;;;;;;79261112233 79264445566;500100732258;4111111111111111;044525974',
      '5;Иной Агапов Ильич;4509;123456;;;;;;;;',
    ].join('\n'),
  )
  return { file, columns: FEW_COLUMNS }
}

const FEW_COLUMNS = {
  legacy_id: 'Код',
  full_name: 'ФИО',
  doc_series: 'Паспорт',
  doc_number: 'Номер',
  doc_issued_by: 'Выдан',
  doc_issued_at: 'Дата',
  doc_dept_code: 'Отдел',
  birth_date: 'Рождение',
  phone: 'Телефон',
  inn: 'ИНН',
  account: 'Счет',
  bik: 'БИК',
}

/** The manager's calls about the old base and what they leave in ours. */
export function oldBaseHands(company: TestCompany) {
  const { api } = company.manager
  const find = (search: string, more = {}) =>
    api.send(legacyDatabase.find, { query: { filter: { search, ...more } } })
  const copy = (...legacy_ids: string[]) => api.send(legacyDatabase.copy, { body: { legacy_ids } })
  const refusedFind = (search = 'Агапов') =>
    api.refused(legacyDatabase.find, { query: { filter: { search } } })
  const card = (id: string) => api.send(supplier.get, { query: { id, personal: '1' } })
  return { api, find, copy, refusedFind, card }
}

interface Questions {
  /** Asks for Кузнецов and answers the refusal. */
  refused(): Promise<{ message: string }>
  /** The legacy ids of the suppliers named Кузнецов, of whom there is one. */
  find(): Promise<string[]>
  readonly kuznetsov: string
}

/** A wire to an old base on this machine that falls silent in the middle of an answer. */
export async function wireToBase(port: number) {
  // Answers that still come through before the wire falls silent; none left = it works.
  let answersLeft = 0
  const wire = await standBetween(port, {
    back: () => {
      if (answersLeft > 0 && --answersLeft === 0) wire.freeze(true)
    },
  })
  return {
    port: wire.port,
    close: () => wire.close(),
    /** A silence is reported, early and late in a search, and the database is asked again as soon as it answers. */
    async assertAskedAgain(world: World, company: TestCompany, name: string, ask: Questions) {
      await useOldBase(world, company, name)
      for (const answers of [1, 4]) {
        answersLeft = answers
        setDeadline(world, name, SOON_MS)
        assert.match((await ask.refused()).message, /нет ответа за 1 с|нет соединения/)
        answersLeft = 0
        wire.freeze(false)
        setDeadline(world, name)
        assert.deepEqual(await ask.find(), [ask.kuznetsov])
      }
    },
  }
}
