import { sql } from 'kysely'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'

/** Of `payee_check as k`: who gave no words for another name, by the day of the company; null where nobody was asked. */
export const unexplainedJson = sql<PayeeCheck['unexplained']>`(
  select jsonb_build_object('by', u.full_name, 'on', (k.unexplained_at at time zone c.timezone)::date)
  from app_user u join company c on c.id = k.company_id where u.id = k.unexplained_by)`

/** Of `payee_check as k`: what of the bank's answer people see. */
export const payeeCheckJson = sql<PayeeCheck>`(jsonb_build_object('outcome', k.outcome, 'told_name', k.told_name)
  || case when k.unexplained_at is null then '{}'
    else jsonb_build_object('unexplained', ${unexplainedJson}) end)`
