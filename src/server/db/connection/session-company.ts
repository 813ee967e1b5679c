const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How each transaction of a company begins: whatever its session saw before, its own statement says what it sees. */
export const BEGIN = "begin; select set_config('app.company_id'"

/** The text that makes the database answer with the rows of one company, or of all for NO_COMPANY (db/roles/company-rows.ts). */
export function setCompany(companyId: string, until: 'session' | 'transaction'): string {
  return `select set_config('app.company_id', '${uuid(companyId)}', ${until === 'transaction'})`
}

/** The same for a connection that serves one company as long as it lives, as the start of PostgreSQL takes it. */
export function companyOption(companyId: string): string {
  return `-c app.company_id=${uuid(companyId)}`
}

/** One message: begin, and who asks for which company. */
export function beginText(companyId: string, userId: string | null): string {
  return `begin; ${setCompany(companyId, 'transaction')}, set_config('app.user_id', '${userId ? uuid(userId) : ''}', true)`
}

/** Texts without parameters carry it, so nothing else may. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new Error('not a uuid')
  return value
}
