import { instrument } from '#contract/act/instrument.ts'
import { instrumentColumns } from '#contract/lists/instrument-columns.ts'
import { instrumentList } from '../../instrument/instrument-queries.ts'
import { listExport } from './list-export.ts'

export const exportedInstruments = listExport({
  call: instrument.getAll,
  title: 'Приборы контроля',
  columns: instrumentColumns,
  list: instrumentList,
  rows: (_, items) => items,
})
