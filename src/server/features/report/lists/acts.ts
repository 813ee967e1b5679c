import { act } from '#contract/act/act.ts'
import { actColumns } from '#contract/lists/act-columns.ts'
import { actList } from '../../act/read/list-acts.ts'
import { listExport } from './list-export.ts'

export const exportedActs = listExport({
  call: act.getAll,
  title: 'Акты',
  columns: actColumns,
  list: actList,
})
