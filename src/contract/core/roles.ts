/** Roles carried in `user.info.roles` of a company's people (domain.md 7.1). */
export const companyRoles = ['OPERATOR', 'WEIGHER', 'CASHIER', 'MANAGER', 'ACCOUNTANT'] as const
export type CompanyRole = (typeof companyRoles)[number]
