import { price } from '#contract/price/price.ts'
import { serve } from '#http/serve.ts'
import {
  deleteColumn,
  restoreColumn,
  setDefaultColumn,
  updateColumn,
  listColumns,
  updateColumns,
} from './price-columns.ts'
import { previewBulk } from './change-bulk.ts'
import { getBody, getPdf } from './get-body.ts'
import { getPrice, getHistory, getSheet } from './read-prices.ts'
import { cancelPlan, planPrices } from './plan/plan-prices.ts'
import { updateCell } from './update-cell.ts'

export const priceRoutes = [
  serve(price.get, getPrice),
  serve(price.getColumns, listColumns),
  serve(price.updateColumn, updateColumn),
  serve(price.deleteColumn, deleteColumn),
  serve(price.restoreColumn, restoreColumn),
  serve(price.setDefaultColumn, setDefaultColumn),
  serve(price.updateCell, updateCell),
  serve(price.updateColumns, updateColumns),
  serve(price.preview, previewBulk),
  serve(price.getHistory, getHistory),
  serve(price.plan, planPrices),
  serve(price.cancelPlan, cancelPlan),
  serve(price.getBody, getBody),
  serve(price.getPdf, getPdf),
  serve(price.getSheet, getSheet),
]
