import { act } from '#contract/act/act.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { Entity } from '#contract/core/entities.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { payment } from '#contract/payment/payment.ts'
import { paths } from '#contract/screen-paths.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { user } from '#contract/user/user.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'

/** What kind of record a field of an event names by its id. */
const REFERENCES: Readonly<Record<string, Entity>> = {
  act_id: 'act',
  bank_id: 'bank',
  code_by: 'user',
  column_id: 'price_column',
  correction_of: 'act',
  device_id: 'device',
  instead_of: 'payment',
  merged: 'supplier',
  merged_into: 'supplier',
  paid_by: 'payment',
  parent_id: 'product',
  payment: 'payment',
  payment_id: 'payment',
  post_id: 'post',
  price_column_id: 'price_column',
  product_id: 'product',
  site_id: 'site',
  supplier_id: 'supplier',
  transaction_ids: 'transaction',
  user_id: 'user',
  weight_act_id: 'weight_act',
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const entityOfField = (field: string): Entity | undefined => ownValue(REFERENCES, field)

/** The ids of records that a field holds. */
export function idsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((id): id is string => typeof id === 'string' && UUID.test(id))
}

interface Place {
  /** Whoever may read this list may open the record, and learn the name of a supplier. */
  readonly list: CallSpec
  readonly address: string
}

const PLACES: Partial<Record<Entity, Place>> = {
  act: { list: act.getAll, address: '/operator/act/' },
  weight_act: { list: weightacts.getAll, address: `${paths.weightacts}?id=` },
  transaction: { list: visitCalls.getAll, address: `${paths.transactions}?id=` },
  payment: { list: payment.getAll, address: `${paths.payments}?id=` },
  supplier: { list: supplier.getAll, address: `${paths.suppliers}?id=` },
  user: { list: user.getByCompany, address: `${paths.people}?card=` },
}

const PLACES_OF_SUPER: Partial<Record<Entity, string>> = {
  company: `${paths.superCompanies}?id=`,
  user: `${paths.superAccounts}?card=`,
}

/** Whether names of suppliers may be told: events keep them masked (security.md 7.1). */
const NAMED_BY_SUPPLIER: ReadonlySet<Entity> = new Set(['supplier', 'payment_method', 'consent'])

export interface Reader {
  mayName(entity: Entity): boolean
  hrefOf(entity: Entity, id: string): string | null
}

/** Which records the caller may open and see by name; rights are looked up once for a page of events. */
export function readerOf({ caller }: Db): Reader {
  const session = caller.session!
  const asSuper = isSupervisor(session)
  const passed = new Map<Entity, boolean>()
  const passes = (entity: Entity, place: Place) => {
    const known = passed.get(entity) ?? passesRights(session, place.list)
    passed.set(entity, known)
    return known
  }
  return {
    mayName: (entity) => !NAMED_BY_SUPPLIER.has(entity) || passes('supplier', PLACES['supplier']!),
    hrefOf(entity, id) {
      const place = PLACES[entity]
      if (asSuper) return PLACES_OF_SUPER[entity] ? `${PLACES_OF_SUPER[entity]}${id}` : null
      return place && passes(entity, place) ? `${place.address}${id}` : null
    },
  }
}
