const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How each transaction of a company begins: whatever its session saw before, its own statement says what it sees. */
const BEGIN = 'begin; set local app.company_id'

/** The company that a transaction begins for; undefined for any other statement. */
export function companyOfBegin(text: string): string | undefined {
  return text.startsWith(BEGIN) ? text.split("'", 2)[1] : undefined
}

/** The text that makes the session answer with the rows of one company, or of all for NO_COMPANY (db/roles/company-rows.ts). */
export function setCompany(companyId: string): string {
  return `select set_config('app.company_id', '${uuid(companyId)}', false)`
}

/** The same until the end of a transaction. A cluster takes it to its machines in this form alone (decision 142). */
export function setLocalCompany(companyId: string): string {
  return `set local app.company_id = '${uuid(companyId)}'`
}

/** The same for a connection that serves one company as long as it lives, as the start of PostgreSQL takes it. */
export function companyOption(companyId: string): string {
  return `-c app.company_id=${uuid(companyId)}`
}

/** One message: begin, and who asks for which company. */
export function beginText(companyId: string, userId: string | null): string {
  return `begin; ${setLocalCompany(companyId)}; set local app.user_id = '${userId ? uuid(userId) : ''}'`
}

/** Texts without parameters carry it, so nothing else may. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new Error('not a uuid')
  return value
}
