import { device } from '#contract/device.ts'
import { transactions } from '#contract/transaction.ts'
import { serve } from '#http/serve.ts'
import { onOneConnection } from '../../db/handle.ts'
import {
  findOpenByPlate,
  findTransactions,
  listFree,
  listOnSite,
  listTransactions,
} from './list-transactions.ts'
import { printTicket } from './print-ticket.ts'
import { updateTransaction } from './update-transaction.ts'

export const transactionRoutes = [
  serve(transactions.update, updateTransaction),
  serve(transactions.getAll, onOneConnection(listTransactions)),
  serve(transactions.getIn, onOneConnection(listOnSite)),
  serve(transactions.getFree, onOneConnection(listFree)),
  serve(transactions.findInByCarnumber, onOneConnection(findOpenByPlate)),
  serve(transactions.find, onOneConnection(findTransactions)),
  serve(device.printTicket, printTicket),
]
