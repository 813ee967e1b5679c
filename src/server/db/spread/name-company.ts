/** `c.company_id = a.company_id`, as the query builder writes it and as we do; the left side may stand without its table. */
const TIED = /((?:"?\w+"?\.)?"?\bcompany_id"?) = "?\w+"?\."?company_id"?/g

/**
 * A statement of one company, each of whose ties between tables names the company as well: a cluster then sees that all of it happens on
 * one machine, a subquery of a subquery too. Row security shows no other rows, so the answer is the same.
 */
export function nameCompany(
  text: string,
  values: readonly unknown[],
  companyId: string,
): { readonly text: string; readonly values: unknown[] } {
  const parameter = `$${values.length + 1}::uuid`
  const named = text.replaceAll(TIED, (tie, own: string) => `(${tie} and ${own} = ${parameter})`)
  return { text: named, values: named === text ? [...values] : [...values, companyId] }
}

/** The name of a key or a check without the number of the part of its table, which a machine of a cluster adds. */
export const withoutPart = (name: string) => name.replace(/_\d{6,}$/, '')
