import { price } from '#contract/price.ts'
import { serve } from '#http/serve.ts'
import { deleteColumn, restoreColumn, setDefaultColumn, updateColumn } from './change-column.ts'
import { getPrice } from './get-price.ts'
import { listColumns } from './list-columns.ts'
import { updateCell } from './update-cell.ts'
import { updateColumns } from './update-columns.ts'

export const priceRoutes = [
  serve(price.get, getPrice),
  serve(price.getColumns, listColumns),
  serve(price.updateColumn, updateColumn),
  serve(price.deleteColumn, deleteColumn),
  serve(price.restoreColumn, restoreColumn),
  serve(price.setDefaultColumn, setDefaultColumn),
  serve(price.updateCell, updateCell),
  serve(price.updateColumns, updateColumns),
]
