import { formatMoney } from '#contract/core/input-text.ts'
import type { ApprovalAbout, ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import { actions, type ActionCode } from '#contract/core/actions.ts'
import { roleTitle } from '#contract/user/people-labels.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { callerNow, mustMay } from './rights.ts'
import type { Approval } from '../caller.ts'
import type { Session } from '../session.ts'
import type { Grant } from './grants.ts'
import { bindObject, objectHash, type ApprovalObject, type BoundObject } from './approval-object.ts'
import { maybeSamePerson } from './one-person.ts'
import { sealApproval } from './sealed-approval.ts'
import { approverHolds, approversOf, type Approver } from './approval-queries.ts'

/**
 * Authorizes the right and its confirmation for the rows that the handler has locked, by the current data of the caller and of
 * the approver. Returns the approver's id, or null where no confirmation is needed; otherwise refuses with `approval.required`
 * and the object of the PIN. `who` overrules the grant where a payment needs a second person.
 */
export async function requireApproval(
  db: Tx,
  action: ActionCode,
  object: ApprovalObject,
  who?: Exclude<Grant['confirm'], 'none'>,
): Promise<string | null> {
  const session = await callerNow(db)
  const grant = mustMay(db, action, session)
  if (object.amountKop !== undefined && grant.maxKop !== null && object.amountKop > grant.maxKop)
    refuse('access.limit', {
      message: `Сумма превышает ваш предел для этого действия: ${formatMoney(grant.maxKop)} ₽`,
    })
  const due = who ?? grant.confirm
  if (due === 'none' || db.caller.userId === null) return null
  // A confirmation is a person's word: a program has none to give, and none that another gave for it.
  if (session?.kind === 'service')
    refuse('access.denied', { message: `${actions[action].title}: нужен человек с пин-кодом` })
  const { approval } = db.caller
  const bound = bindObject(object)
  const fits = approval?.action === action && approval.objectHash === objectHash(action, bound)
  if (!approval || !fits || !(await mayConfirm(db, action, approval, due, session))) {
    const asked = await whoseApproval(db, action, due, session)
    return ask(db, action, { bound, about: object.about }, asked)
  }
  db.caller.approvedBy = approval.userId
  return approval.userId
}

async function mayConfirm(
  db: Tx,
  action: ActionCode,
  { userId, passkeyId }: Approval,
  due: 'self' | 'other',
  session: Session | undefined,
): Promise<boolean> {
  if (due === 'self' && userId === db.caller.userId) return true
  if (userId === db.caller.userId && !selfApproves(session, action)) return false
  if (await isSamePerson(db, userId, action)) return false
  return approverHolds(db, userId, approverOf(action), passkeyId === null ? 'pin' : { passkeyId })
}

/** Where the company lets one person confirm the own actions, whose account it is makes no difference. */
export async function isSamePerson(db: Db, userId: string, action: string): Promise<boolean> {
  const { session, userId: caller } = db.caller
  return !selfApproves(session, action) && (await maybeSamePerson(db, caller)).includes(userId)
}

/**
 * For a company with one person: `rules.manager_self_approval` lets a MANAGER confirm their own actions, except those of money.
 */
function selfApproves(session: Session | undefined, action: string): boolean {
  const settings = session?.settings as { rules?: { manager_self_approval?: boolean } } | undefined
  return (
    Boolean(settings?.rules?.manager_self_approval) &&
    !action.startsWith('payment.') &&
    !action.startsWith('method.')
  )
}

interface WhoseApproval {
  readonly who: 'self' | 'other'
  readonly words: string
  readonly nobody?: true
  readonly keysOnly?: true
}

/** Names of more would be read by nobody. */
const MOST_NAMED = 5

/** Whose PIN is needed, by name; where nobody's would do, what opens the way. */
async function whoseApproval(
  db: Tx,
  action: ActionCode,
  due: 'self' | 'other',
  session: Session | undefined,
): Promise<WhoseApproval> {
  if (due === 'self') return { who: 'self', words: 'Введите свой пин-код' }
  const { people, isHolder, nobody } = await othersWhoConfirm(db, action)
  if (people.length === 0 && isHolder && selfApproves(session, action))
    return { who: 'self', words: 'Введите свой пин-код: кроме вас, подтвердить некому' }
  if (nobody !== null) return { who: 'other', words: nobody, nobody: true }
  if (people.some(({ has_pin }) => has_pin))
    return { who: 'other', words: `Нужен пин-код другого сотрудника: ${nameApprovers(people)}` }
  const words = `Спросите по телефону, у них есть только ключ: ${nameApprovers(people)}`
  return { who: 'other', words, keysOnly: true }
}

/** «Смирнова Анна Олеговна (Управляющий); Котов Пётр Ильич и ещё 3». */
export function nameApprovers(people: readonly Approver[]): string {
  const more = people.length - MOST_NAMED
  const names = people.slice(0, MOST_NAMED).map(describeApprover).join('; ')
  return `${names}${more > 0 ? ` и ещё ${more}` : ''}`
}

/** «Смирнова Анна Олеговна (Управляющий)»; who has no PIN confirms «ключом». */
export const describeApprover = ({ full_name, roles, has_pin }: Approver): string => {
  const facts = [...roles.map(roleTitle), ...(has_pin ? [] : ['ключом'])]
  return facts.length === 0 ? full_name : `${full_name} (${facts.join(', ')})`
}

export interface OthersWhoConfirm {
  readonly people: readonly Approver[]
  /** The caller holds the confirming right too. */
  readonly isHolder: boolean
  /** Nobody else could: what opens the way. */
  readonly nobody: string | null
}

/** Who could confirm an action now besides who began it: the caller, if nobody else is named. */
export async function othersWhoConfirm(
  db: Db,
  action: ActionCode,
  begunBy = db.caller.userId,
): Promise<OthersWhoConfirm> {
  const approver = approverOf(action)
  const holders = await approversOf(db, approver)
  const { userId, session } = db.caller
  const same = selfApproves(session, action) ? [] : await maybeSamePerson(db, begunBy)
  const others = holders.filter(({ id }) => id !== begunBy)
  const people = others.filter(({ id }) => !same.includes(id))
  const isHolder = others.length < holders.length
  const right = titleOf(approver)
  const withoutHolder = `Подтвердить некому: ни у кого${isHolder ? ', кроме составителя,' : ''} нет права ${quote(right)} и постоянного пин-кода. Попросите суперадминистратора завести владельца компании или дать это право ещё кому-то`
  const ofCaller =
    people.length < others.length
      ? `Подтвердить некому: ${others.slice(0, MOST_NAMED).map(describeApprover).join('; ')} и вы — пока не два разных человека, один из вас недавно завёл учётную запись другого или дал в неё вход. Попросите суперадминистратора дать право ${quote(right)} ещё кому-то или сократить этот срок в правилах компании`
      : isHolder
        ? `Подтвердить некому: право ${quote(right)} здесь только у вас. ${whoBegins(action)}, а вы подтвердите своим пин-кодом; или попросите суперадминистратора завести владельца компании либо дать это право ещё кому-то`
        : withoutHolder
  const nobody = begunBy === userId ? ofCaller : withoutHolder
  return { people, isHolder, nobody: people.length > 0 ? null : nobody }
}

/** A payment is confirmed by another person than who prepared it, whoever presses the button (payments.md 10.1). */
const whoBegins = (action: ActionCode): string =>
  action === 'payment.register'
    ? `Пусть такую выплату готовит другой сотрудник с правом ${quote(titleOf('payment.save'))}`
    : `Пусть начнёт сотрудник с правом ${quote(titleOf(action))}`

const titleOf = (code: string): string =>
  Object.hasOwn(actions, code) ? actions[code as ActionCode].title : code

/** The right that the confirming person must hold. */
export const approverOf = (action: ActionCode): string =>
  (actions[action] as { approver?: string }).approver ?? action

function ask(
  db: Tx,
  action: ActionCode,
  { bound, about }: { bound: BoundObject; about: ApprovalAbout | undefined },
  { who, words, nobody, keysOnly }: WhoseApproval,
): never {
  const { entity, ids, version, amountKop, content } = bound
  const asked: ApprovalRequest = {
    action,
    object: {
      entity,
      ids: [...ids],
      ...(version !== undefined && { version }),
      ...(content !== undefined && { content }),
    },
    ...(amountKop !== undefined && { amount_kop: amountKop }),
    who,
    ...(nobody && { nobody }),
    ...(keysOnly && { keys_only: keysOnly }),
    ...(about && { about }),
  }
  const message = `${actions[action].title}. ${words}`
  const { jti } = db.caller.session ?? {}
  const sealed =
    who === 'other' && !nobody && jti !== undefined
      ? sealApproval(db.services.ring, {
          jti,
          action,
          object: bound,
          about: about ?? {},
          message: actions[action].title,
        })
      : undefined
  return refuse('approval.required', {
    message,
    approval: { ...asked, ...(sealed !== undefined && { sealed }) },
  })
}
