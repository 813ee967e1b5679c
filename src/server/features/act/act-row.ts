import type { Act, ActPosition } from '#contract/act-entities.ts'
import type { CompanyRules } from '#contract/company-settings.ts'
import type { Flag } from '#contract/flags.ts'
import { payable, paymentState, priceOverLimit, zasorOverLimit } from '../../arithmetic/amounts.ts'
import { printedZasorBp } from '../../arithmetic/weights.ts'
import { supplierName } from '../supplier/supplier-name.ts'
import type { ActRow } from './act-queries.ts'
import type { PositionRow } from './position-queries.ts'

/** A row as lists answer it. */
export function shownAct(row: ActRow): Act {
  const { act_date, last_name: _l, first_name: _f, middle_name: _m, org_name: _o, ...rest } = row
  return {
    ...rest,
    date: act_date,
    supplier_name: supplierName({ ...row, type: row.supplier_type }),
    payable_kop: payable(row),
    // An act without a sum has nothing to pay and is not paid either.
    payment_state: row.total_kop === 0 ? 'unpaid' : paymentState(row),
    flags: row.flags as unknown as Flag[],
  } as Act
}

/** A position with the judgements of domain.md 5; a price without one in the list is over every limit. */
export function shownPosition(
  row: PositionRow,
  rules: CompanyRules,
  isDraft: boolean,
): ActPosition {
  const { approver_id: _a, code: _c, metal_class: _k, allowed_from_person: _p, ...rest } = row
  return {
    ...rest,
    deductions: row.deductions ?? [],
    price_now_kop: isDraft ? row.price_now_kop : null,
    shown_zasor_bp:
      row.phys_g === null || row.net_g === null ? null : printedZasorBp(row.phys_g, row.net_g),
    price_over: isPriceOver(row, rules),
    zasor_over: isZasorOver(row, rules),
  } as ActPosition
}

type Priced = Pick<PositionRow, 'price_source' | 'price_kop' | 'base_price_kop'>

export function isPriceOver(row: Priced, rules: CompanyRules): boolean {
  if (row.price_source !== 'override' || row.price_kop === null) return false
  if (row.base_price_kop === null) return true
  return priceOverLimit(row.price_kop, row.base_price_kop, rules.price_override_free_bp)
}

type Weighed = Partial<Pick<PositionRow, 'phys_g' | 'net_g'>>

export function isZasorOver({ phys_g, net_g }: Weighed, rules: CompanyRules): boolean {
  if (phys_g === null || phys_g === undefined) return false
  return zasorOverLimit(phys_g, net_g ?? 0, rules.zasor_free_bp)
}
