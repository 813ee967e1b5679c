import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * That a payment `p` stands in a file for its bank that nobody has downloaded: it is handed over and the bank knows nothing of it
 * (payments.md 4.4). The first reading of the file makes it `registered`.
 */
export const waitsForFile: RawBuilder<SqlBool> = sql`(p.status = 'registering' and exists (select from payment_registry f
  where f.company_id = p.company_id and f.id = p.registry_id and f.format <> 'api'))`
