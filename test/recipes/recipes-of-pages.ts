import type { FollowedRecipe } from './recipe-steps.ts'

export const screen: FollowedRecipe = {
  page: 'screen',
  steps: [
    {
      file: 'src/contract/screen-paths.ts',
      after: "  instruments: '/operator/instruments',\n",
      add: "  dust: '/operator/dust',\n",
      forgotten: /screens\.ts.*dust/,
    },
    { file: 'src/contract/screen-paths.ts', after: "'month', 'instruments'", add: ", 'dust'" },
    {
      file: 'src/web/screens.ts',
      after: "  instruments: readable('instrument/instrument-list', 'Приборы контроля'),\n",
      add: "  dust: readable('instrument/dust', 'Пыль'),\n",
      forgotten: /screens\.ts.*dust/,
    },
    {
      file: 'src/web/features/instrument/dust-page.tsx',
      add: `import { Page } from '#web/ui/layout/page.tsx'

export function Component() {
  return <Page title="Пыль">Пыли нет</Page>
}
`,
    },
    {
      file: 'src/web/shell/navigation/navigation.ts',
      after: "  entry('Справочники', 'instruments', Gauge),\n",
      add: "  entry('Справочники', 'dust', Gauge),\n",
    },
  ],
  tests: ['test/rules/screens.test.ts'],
}

export const document: FollowedRecipe = {
  page: 'document',
  steps: [
    {
      file: 'src/server/features/report/documents/dust-book.ts',
      add: `import { act } from '#contract/act/act.ts'
import { heading } from '../../../documents/body/blocks.ts'
import { tableOf } from '../../../documents/body/table-of.ts'
import { periodParams } from '../report-params.ts'
import { selectDustActs } from './dust-book-queries.ts'
import { printedList, tablePage } from './printed-list.ts'

  export const dustBook = printedList({
  kind: 'dust_book',
  title: 'Книга пыли',
  permission: 'report.create',
  source: act.getAll,
  params: periodParams,
  facts: (db, params) => selectDustActs(db, params),
  body: (acts) => ({
    page: tablePage,
    blocks: [
      heading(1, 'КНИГА ПЫЛИ'),
      tableOf({ columns: [{ title: 'Акт', kind: 'text', value: ({ number }) => number }], rows: acts }),
    ],
  }),
})
`,
      forgotten: /dust-book/,
    },
    {
      file: 'src/server/features/report/documents/dust-book-queries.ts',
      add: `import type { Db } from '../../../db/handle.ts'

  export function selectDustActs(db: Db, period: { date_from: string; date_to: string }) {
  return db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('date', '>=', period.date_from)
    .where('date', '<=', period.date_to)
    .select('number')
    .limit(100)
    .execute()
}
`,
      forgotten: /dust-book-queries/,
    },
    {
      file: 'src/server/features/report/documents/all.ts',
      after: "import { controlJournal } from './control-journal.ts'\n",
      add: "import { dustBook } from './dust-book.ts'\n",
    },
    {
      file: 'src/server/features/report/documents/all.ts',
      after: 'readonly PrintedList[] = [registerBook, controlJournal',
      add: ', dustBook',
    },
  ],
  tests: [
    'src/server/features/report/documents/printed-lists.test.ts',
    'src/server/features/report/documents/document-pdfs.test.ts',
  ],
}

export const migration: FollowedRecipe = {
  page: 'migration',
  steps: [
    {
      file: 'migrations/9003_notes_of_dust.sql',
      add: `-- What a person noted of the dust on a site.
CREATE TABLE dust_note (
  company_id uuid NOT NULL REFERENCES company,
  id uuid NOT NULL,
  note text NOT NULL CONSTRAINT dust_note_bounds CHECK (length(note) BETWEEN 1 AND 200),
  PRIMARY KEY (company_id, id)
);
`,
      forgotten: /dust_note/,
    },
    {
      file: 'src/server/retention/retention-rules.ts',
      after: 'export const retentionRules = {\n',
      add: '  dust_note: { stays: OWN },\n',
    },
    {
      file: 'src/server/features/price/price-step.ts',
      after: 'const MOST_IDS = 50\n',
      add: `
  export function selectDustNotes(tx: Tx) {
  return tx.q.selectFrom('dust_note').where('company_id', '=', tx.companyId).select('note').execute()
}
`,
    },
  ],
  tests: [
    'src/server/db/migrate.test.ts',
    'src/server/db/schema.test.ts',
    'src/server/retention/retention.test.ts',
    'test/rules/tidy-migrations.test.ts',
  ],
}

/** The page's own example, as a file of its own. */
export const test: FollowedRecipe = {
  page: 'test',
  steps: [
    {
      file: 'src/server/features/act/issue/dusty-position.test.ts',
      add: `import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { openCorrections } from '#test/builders/act-forms.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { api } = world.own.operator

test('an issued act keeps the moisture of its position', async () => {
  const { addGoods, addIssued } = await openCorrections(world.own)
  const issued = await addIssued(await addGoods(), { positions: [{ line: 0, moisture_bp: 1250 }] })
  const read = await api.send(act.get, { query: { id: issued.id } })
  assert.equal(read.positions[0]!.moisture_bp, 1250)
})
`,
    },
  ],
  tests: ['src/server/features/act/issue/dusty-position.test.ts', 'scripts/test-groups.test.ts'],
}
