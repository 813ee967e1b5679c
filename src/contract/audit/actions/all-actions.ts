import { ownValue } from '../../core/own-value.ts'
import type { ActionForm, EventKind } from './action-form.ts'
import { moneyActions } from './money-actions.ts'
import { peopleActions } from './people-actions.ts'
import { placeActions } from './place-actions.ts'
import { supplierActions } from './supplier-actions.ts'
import { tradeActions } from './trade-actions.ts'

/** Every action that an audit event may have, with the sentence that tells it; an event of another action does not compile. */
export const auditActions = {
  ...tradeActions,
  ...supplierActions,
  ...moneyActions,
  ...peopleActions,
  ...placeActions,
}

export type AuditAction = keyof typeof auditActions

/** Actions of old chains that have another name now. */
const RENAMED: Readonly<Record<string, AuditAction>> = {
  'instrumentChange.create': 'instrument.create',
  'instrumentChange.update': 'instrument.update',
}

/** Undefined for the action of an old chain that the product does not know any more. */
export const formOf = (action: string): ActionForm | undefined =>
  ownValue<ActionForm>(auditActions, ownValue(RENAMED, action) ?? action)

/** The actions that are not changes by people, by their kind. */
export const actionsOfKind = (kind: Exclude<EventKind, 'change'>): string[] =>
  Object.keys(auditActions).filter((action) => formOf(action)!.kind === kind)
