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

/** The class of errors of a row that breaks a key or a check. */
const IS_BROKEN = /^23/
const NAMED = / constraint "([^"]+)"/

/**
 * The key or the check that a statement broke, as the schema names it: a machine of a cluster adds the number of the part of its table,
 * and the coordinator hands on the words of a machine without the name.
 */
export function brokenName(error: unknown): string | undefined {
  const {
    code = '',
    constraint,
    message = '',
  } = error as Partial<Record<'code' | 'constraint' | 'message', string>>
  const name = constraint ?? (IS_BROKEN.test(code) ? NAMED.exec(message)?.[1] : undefined)
  return name?.replace(/_\d{6,}$/, '')
}
