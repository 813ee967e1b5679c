import { bank } from '#contract/bank.ts'
import { serve } from '#http/serve.ts'
import { listBanks } from './list-banks.ts'

/** Payout providers, as they are read. */
export const bankRoutes = [serve(bank.getAll, listBanks)]
