import type { FollowedRecipe } from './recipe-steps.ts'
import { call, report } from './recipes-of-calls.ts'
import { bank, scaleDriver } from './recipes-of-drivers.ts'
import { document, migration, screen, test } from './recipes-of-pages.ts'

const permission: FollowedRecipe = {
  page: 'permission',
  steps: [
    {
      file: 'src/contract/core/actions.ts',
      after: 'export const actions = {\n',
      add: "  'supplier.call': action('suppliers', 'Звонок поставщику', 'OCM'),\n",
      forgotten: /supplier\.call/,
    },
    {
      file: 'src/server/features/price/price-step.ts',
      after: 'const MOST_IDS = 50\n',
      add: `
  export async function mayCall(tx: Tx): Promise<string | null> {
  return requireApproval(tx, 'supplier.call', { entity: 'supplier', ids: [] })
}
`,
    },
  ],
  tests: ['src/contract/calls.test.ts'],
}

const moduleSetting: FollowedRecipe = {
  page: 'module-setting',
  steps: [
    {
      file: 'src/contract/core/module-settings.ts',
      after: 'auto_open_payment: yesNo, scan_days: int(0, 60)',
      add: ', stamp_days: int(0, 90)',
      forgotten: /module-settings\.ts.*stamp_days|'stamp_days' does not exist/,
    },
    {
      file: 'src/contract/core/module-settings.ts',
      after: 'auto_open_payment: false, scan_days: 3',
      add: ', stamp_days: 7',
      forgotten: /module-settings\.ts.*stamp_days/,
    },
    {
      file: 'src/contract/company/setting-words.ts',
      after: "    auto_open_payment: { label: 'После оформления акта открывать выплату' },\n",
      add: "    stamp_days: { label: 'Срок печати', unit: 'дней' },\n",
      forgotten: /setting-words\.ts.*stamp_days/,
    },
    {
      file: 'src/server/features/report/dashboard/operator-dashboard.ts',
      after: '    scanDays: modules_cfg.act!.scan_days',
      add: ' + modules_cfg.act!.stamp_days',
    },
    {
      file: 'test/rules/settings-read.test.ts',
      after: 'const READERS: Readonly<Record<string, string>> = {\n',
      add: "  'modules_cfg.act.stamp_days': 'server/features/report/dashboard/operator-dashboard.ts',\n",
    },
    {
      file: 'docs/domain.md',
      after: '`scan_days` 3 (0 = never)',
      add: '; `stamp_days` 7',
    },
  ],
  tests: ['test/rules/settings-read.test.ts', 'src/server/features/company/company.test.ts'],
}

const notice: FollowedRecipe = {
  page: 'notice',
  steps: [
    {
      file: 'src/contract/user/notice-kinds.ts',
      after: 'const facts = {\n',
      add: "  scale_moved: { title: 'Весы переставлены', to: 'managers' },\n",
      forgotten: /scale_moved/,
    },
    {
      file: 'src/server/features/report/schedule/run-schedules.ts',
      after:
        "  await addNotices(tx, [created_by, ...recipients], {\n    kind: 'schedule_stopped',\n    title: `Расписание ${quote(title)} остановлено: ${STOP_WORDS[stop_reason]}`,\n    href: '/operator/reports?tab=schedules',\n  })\n",
      add: "  await addNotices(tx, [created_by], { kind: 'scale_moved', title: 'Весы', href: '/' })\n",
    },
  ],
  tests: ['src/server/features/user/push/push.test.ts'],
}

const recordField: FollowedRecipe = {
  page: 'record-field',
  steps: [
    {
      file: 'migrations/9001_dust_of_a_product.sql',
      add: '-- A dusty product is told to the weigher.\nALTER TABLE product ADD COLUMN asks_dust boolean NOT NULL DEFAULT false;\n',
      forgotten: /asks_dust/,
    },
    {
      file: 'src/contract/price/product-record.ts',
      after:
        "    says: ['спрашиваем', 'не спрашиваем'],\n    part: 'intake',\n    sheet: { width: 21 },\n  }),\n",
      add: `  asks_dust: flagField({
    label: 'Спрашивать пыль',
    hint: 'В акте, для сведения',
    fact: 'Пыль',
    says: ['спрашиваем', 'не спрашиваем'],
    part: 'intake',
    sheet: { width: 21 },
  }),
`,
    },
  ],
  tests: ['src/server/features/product/product-record.test.ts'],
}

const positionField: FollowedRecipe = {
  page: 'act-position-field',
  steps: [
    {
      file: 'migrations/9002_dust_of_a_position.sql',
      add: '-- Dust of a load, as the weigher judges it.\nALTER TABLE act_position ADD COLUMN dust_bp integer CHECK (dust_bp BETWEEN 0 AND 10000);\n',
      forgotten: /dust_bp/,
    },
    {
      file: 'src/contract/act/position-fields.ts',
      after: "    ask: { label: 'Влажность', kind: 'percent', flag: 'asks_moisture' },\n  },\n",
      add: "  dust_bp: { shape: s.bp, ask: { label: 'Пыль', kind: 'percent', flag: 'asks_dust' } },\n",
    },
    {
      file: 'src/server/features/act/issue/position-fields.test.ts',
      after: "= { description: 'Стружка', moisture_bp: 1250",
      add: ', dust_bp: 300',
      forgotten: /position-fields\.test\.ts.*dust_bp/,
    },
    {
      file: 'src/server/features/act/issue/position-fields.test.ts',
      after: 'const { description, moisture_bp',
      add: ', dust_bp',
      forgotten: /position-fields\.test\.ts.*dust_bp/,
    },
    {
      file: 'src/server/features/act/issue/position-fields.test.ts',
      after: 'return { description, moisture_bp',
      add: ', dust_bp',
      forgotten: /position-fields\.test\.ts.*dust_bp/,
    },
    {
      file: 'src/server/features/act/issue/position-fields.test.ts',
      after: 'const dry = { description: null, moisture_bp: null',
      add: ', dust_bp: null',
      forgotten: /position-fields\.test\.ts.*dust_bp/,
    },
    {
      file: 'src/web/features/act/draft/act-values.test.ts',
      after: "const typed = { description: 'Стружка', moisture_bp: 1250",
      add: ', dust_bp: 300',
      forgotten: /act-values\.test\.ts.*dust_bp/,
    },
    {
      file: 'test/support/printed-bodies.ts',
      after: '  moisture_bp: 1250,\n',
      add: '  dust_bp: 300,\n',
      forgotten: /printed-bodies\.ts.*dust_bp/,
    },
  ],
  tests: ['src/server/features/act/issue/position-fields.test.ts'],
}

const listColumn: FollowedRecipe = {
  page: 'list-column',
  steps: [
    {
      file: 'src/contract/lists/act-columns.ts',
      after: "  products: { title: 'Товар', kind: 'text', value: (row) => row.products },\n",
      add: "  goods_again: { title: 'Товар ещё раз', kind: 'text', value: (row) => row.products },\n",
    },
  ],
  tests: ['test/rules/list-columns.test.ts', 'src/server/features/report/list-report.test.ts'],
}

/** Followed all at once, in this order: they touch each other's files only where one of them needs the other. */
export const followedRecipes: readonly FollowedRecipe[] = [
  permission,
  moduleSetting,
  notice,
  recordField,
  positionField,
  listColumn,
  report,
  call,
  scaleDriver,
  bank,
  screen,
  document,
  migration,
  test,
]
