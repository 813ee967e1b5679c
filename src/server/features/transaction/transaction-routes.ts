import { device } from '#contract/device.ts'
import { transactions } from '#contract/transaction.ts'
import { serve } from '#http/serve.ts'
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
  serve(transactions.getAll, listTransactions),
  serve(transactions.getIn, listOnSite),
  serve(transactions.getFree, listFree),
  serve(transactions.findInByCarnumber, findOpenByPlate),
  serve(transactions.find, findTransactions),
  serve(device.printTicket, printTicket),
]
