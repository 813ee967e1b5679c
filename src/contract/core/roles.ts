/** Roles carried in `user.info.roles` of a company's people (domain.md 7.1). An OWNER reads everything and works in nothing. */
export const companyRoles = [
  'OPERATOR',
  'WEIGHER',
  'CASHIER',
  'MANAGER',
  'ACCOUNTANT',
  'OWNER',
] as const
export type CompanyRole = (typeof companyRoles)[number]
