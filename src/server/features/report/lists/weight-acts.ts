import { weightacts } from '#contract/weight-act/weight-act.ts'
import { weightActColumns } from '#contract/lists/weight-act-columns.ts'
import { weightActList } from '../../weight-act/read/list-weight-acts.ts'
import { listExport } from './list-export.ts'

export const exportedWeightActs = listExport({
  call: weightacts.getAll,
  title: 'Весовые акты',
  columns: weightActColumns,
  list: weightActList,
  rows: (_, items) => items,
})
