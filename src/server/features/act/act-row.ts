import type { Act, ActPosition } from '#contract/act/act-entities.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import {
  payable,
  paymentState,
  priceOverLimit,
  isContaminationOverLimit,
} from '../../arithmetic/amounts.ts'
import { printedContaminationBp } from '../../arithmetic/weights.ts'
import { supplierName } from '../supplier/record/supplier-name.ts'
import type { ActRow } from './act-queries.ts'
import type { PositionRow } from './draft/position-queries.ts'

/** A row as lists answer it. */
export function shownAct(row: ActRow): Act {
  // Every field is named: copying the rest of fifty rows was a tenth of a list's time.
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    date: row.act_date,
    created_at: row.created_at,
    issued_at: row.issued_at,
    issued_by_name: row.issued_by_name,
    created_by_name: row.created_by_name,
    site_id: row.site_id,
    site_name: row.site_name,
    supplier_id: row.supplier_id,
    supplier_type: row.supplier_type,
    products: row.products,
    carnumber: row.carnumber,
    net_g: row.net_g,
    total_kop: row.total_kop,
    reserved_kop: row.reserved_kop,
    paid_kop: row.paid_kop,
    scans_count: row.scans_count,
    print_count: row.print_count,
    correction_of: row.correction_of,
    corrected_by: row.corrected_by,
    void_reason: row.void_reason,
    comment: row.comment,
    status: row.status,
    version: row.version,
    supplier_name: supplierName({ ...row, type: row.supplier_type }),
    // A draft is not owed yet and a void act is not any more (`db/query/money-sums.ts`).
    payable_kop: row.status === 'issued' || row.status === 'signed' ? payable(row) : 0,
    // An act without a sum has nothing to pay and is not paid either.
    payment_state: row.total_kop === 0 ? 'unpaid' : paymentState(row),
    flags: row.flags,
  } as Act
}

/** A position with the checks of domain.md 5; a price without one in the list is over every limit. */
export function shownPosition(
  row: PositionRow,
  rules: CompanyRules,
  isDraft: boolean,
): ActPosition {
  const { approver_id: _a, code: _c, metal_class: _k, allowed_from_person: _p, ...named } = row
  const { base_price_supplier_id: _s, base_price_at: _at, from_issued_act: _i, ...rest } = named
  return {
    ...rest,
    deductions: row.deductions ?? [],
    price_now_kop: isDraft ? row.price_now_kop : null,
    shown_zasor_bp:
      row.phys_g === null || row.net_g === null
        ? null
        : printedContaminationBp(row.phys_g, row.net_g),
    price_over: isPriceOver(row, rules),
    zasor_over: isContaminationOver(row, rules),
  } as ActPosition
}

type PricedPosition = Pick<PositionRow, 'price_source' | 'price_kop' | 'base_price_kop'>

export function isPriceOver(row: PricedPosition, rules: CompanyRules): boolean {
  if (row.price_source !== 'override' || row.price_kop === null) return false
  if (row.base_price_kop === null) return true
  return priceOverLimit(row.price_kop, row.base_price_kop, rules.price_override_free_bp)
}

type WeighedPosition = Partial<Pick<PositionRow, 'phys_g' | 'net_g'>>

export function isContaminationOver(
  { phys_g, net_g }: WeighedPosition,
  rules: CompanyRules,
): boolean {
  if (phys_g === null || phys_g === undefined) return false
  return isContaminationOverLimit(phys_g, net_g ?? 0, rules.zasor_free_bp)
}
