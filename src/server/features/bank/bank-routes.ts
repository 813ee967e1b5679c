import { bank } from '#contract/bank/bank.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { bikDirectory } from '#contract/bank/bik-directory.ts'
import { company } from '#contract/company/company.ts'
import type { CallInput } from '#contract/core/call.ts'
import { serve, type Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { findBik } from './bik/find-bik.ts'
import { restoreDirectory } from './bik/restore-directory.ts'
import { getLoads, uploadDirectory } from './bik/upload-directory.ts'
import { deleteBankConfig, setBankConfigStatus } from './config-status.ts'
import { signInToBank } from './exchange/sign-in.ts'
import { getConfig } from './get-config.ts'
import { createBank, setBankStatus, updateBank } from './save-bank.ts'
import { describeProviders } from './providers/describe-providers.ts'
import { addBankConfig, updateBankConfig } from './save-config.ts'
import { listBankRows } from './bank-list-queries.ts'

/** Payout providers, and the agreements of companies with them: those ask a bank, which only this feature can. */
export const bankRoutes = [
  serve(bank.getAll, listBanks),
  serve(bank.create, createBank),
  serve(bank.update, updateBank),
  serve(bank.setStatus, setBankStatus),
  serve(bankSetUp.getProviders, describeProviders),
  serve(bankSetUp.getConfig, getConfig),
  serve(bankSetUp.signIn, signInToBank),
  serve(bikDirectory.find, findBik),
  serve(bikDirectory.getLoads, getLoads),
  serve(bikDirectory.upload, uploadDirectory),
  serve(bikDirectory.restore, restoreDirectory),
  serve(company.addBankConfig, addBankConfig),
  serve(company.updateBankConfig, updateBankConfig),
  serve(company.setBankConfigStatus, setBankConfigStatus),
  serve(company.deleteBankConfig, deleteBankConfig),
]

/** Banks belong to the platform: SUPERVISOR sees them all. */
function listBanks(
  db: Db,
  { query }: CallInput<typeof bank.getAll>,
): Promise<Answer<typeof bank.getAll>> {
  return listBankRows(db, query.filter)
}
