import { paths } from '#contract/screen-paths.ts'

/** Where super administrators read of what a notice tells managers of: they have no screens of a company's day. */
export const superPlaces = {
  /** The agreements of a company with banks. */
  banks: (companyId: string) => `${paths.superBankConfigurations}?company=${companyId}`,
  /** What the journal of a company says of one record. */
  history: (companyId: string, id: string) => `${paths.superAudit}?company=${companyId}&q=${id}`,
  /** Records of a company that are not what was stored. */
  damage: (companyId: string) => `${paths.superAudit}?company=${companyId}&purpose=damaged`,
  company: (companyId: string) => `${paths.superCompanies}?id=${companyId}`,
  person: (id: string) => `${paths.superAccounts}?card=${id}`,
} as const
