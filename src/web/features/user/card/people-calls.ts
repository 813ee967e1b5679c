import { user } from '#contract/user/user.ts'

/** Whoever manages people reads them by these calls: super administrators all, a manager those of the own company. */
export const PEOPLE_CALLS = [user.superGetAll, user.getByCompany] as const
