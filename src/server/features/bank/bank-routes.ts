import { bank } from '#contract/bank.ts'
import { company } from '#contract/company.ts'
import { serve } from '#http/serve.ts'
import { deleteBankConfig, setBankConfigStatus } from './config-status.ts'
import { listBanks } from './list-banks.ts'
import { createBank, setBankStatus, updateBank } from './save-bank.ts'
import { addBankConfig, updateBankConfig } from './save-config.ts'

/** Payout providers, and the agreements of companies with them: those ask a bank, which only this feature can. */
export const bankRoutes = [
  serve(bank.getAll, listBanks),
  serve(bank.create, createBank),
  serve(bank.update, updateBank),
  serve(bank.setStatus, setBankStatus),
  serve(company.addBankConfig, addBankConfig),
  serve(company.updateBankConfig, updateBankConfig),
  serve(company.setBankConfigStatus, setBankConfigStatus),
  serve(company.deleteBankConfig, deleteBankConfig),
]
