import * as z from 'zod/mini'
import type { ActionCode } from './actions.ts'
import type { ModuleTag } from './module-tags.ts'
import type { RefusalCode } from './refusals.ts'
import type { Entity } from './entities.ts'

/** Who may send a call at all; the finer rights are actions. `user` = signed in; `agent` = the program beside a scale; `phone` = a telephone that opened the link of a scanner. */
export type Access =
  | 'all'
  | 'user'
  | 'operator'
  | 'manager'
  | 'super'
  | 'operator-or-super'
  | 'manager-or-super'
  | 'agent'
  | 'phone'

export type Schema = z.ZodMiniType
/** A body that is not JSON: one JPEG, or multipart files under the field `files[]`. */
export type RawBody = 'jpeg' | 'files' | 'multipart'
/** An answer that is not JSON; `stream` is text/event-stream. */
export type RawResult = 'jpeg' | 'png' | 'blob' | 'stream'

export interface CallSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Spelt as the specification spells it; a path parameter is `:id`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  /** The module that must be on; omitted = always on. */
  readonly module?: ModuleTag
  /** A right of domain.md 7.2 needed by every use of the call. */
  readonly action?: ActionCode
  /** Where `command` of the body decides the right: that of each command, which the handler checks and screens ask before they offer it. */
  readonly commandActions?: Readonly<Record<string, ActionCode>>
  /** Where super administrators and managers share a call: the right that people of a company need instead of `action`. */
  readonly companyAction?: ActionCode
  /** The right that an OWNER needs instead of `action`, where `action` is a right to do and the call only shows. */
  readonly ownerAction?: ActionCode
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema | RawBody
  /** The largest body in KiB where a whole block of a table comes at once; others share one small bound. */
  readonly bodyKb?: number
  readonly result: Schema | RawResult
  /** The call's own refusals; the common ones need no mention. */
  readonly refusals?: readonly RefusalCode[]
  /** `false`: a failure goes back to the caller and raises no toast. */
  readonly toast?: false
  /** Entities whose change makes a stored answer old: the live stream refreshes it. */
  readonly about?: readonly Entity[]
  /** `false`: polling that does not prolong the session. */
  readonly use?: false
  /** `true`: asks whose sign-in is older than some minutes to sign in again (security.md 4.12). */
  readonly fresh?: true
  /** `true`: answered to whoever must replace a printed password or set up the second factor before anything else (security.md 4.6). */
  readonly enrolling?: true
  /** `true`: a command that an OWNER may send although it is no GET: it changes nothing of the company's (domain.md 7.1). */
  readonly owner?: true
  /**
   * `true`: by it money may leave, so it waits while a restored installation asks its banks, and in a company until what they told is
   * decided; `decides`: by it people decide that, so it waits for the banks alone (payments.md 3.13).
   */
  readonly movesMoney?: true | 'decides'
  /** `true`: it is answered over connections that lists cannot use up. */
  readonly urgent?: true
}

export type Call = CallSpec

/** Declares a call once for the server, the screens, the tests, the rights catalogue and OpenAPI. */
export function call<const T extends CallSpec>(spec: T): T {
  return spec
}

type DecodedInput<S> = S extends Schema ? z.output<S> : undefined

/** What a handler receives and a client gives: decoded values on both ends (filters are objects). */
export interface CallInput<C extends CallSpec> {
  params: DecodedInput<C['params']>
  query: DecodedInput<C['query']>
  body: C['body'] extends Schema
    ? DecodedInput<C['body']>
    : C['body'] extends RawBody
      ? unknown
      : undefined
}

/** What a client writes down: parts that the call does not have are left out. */
export type SendInput<C extends CallSpec> = {
  [K in 'params' | 'query' | 'body' as C[K] extends Schema ? K : never]: K extends 'body'
    ? BodyInput<C>
    : DecodedInput<C[K]>
} & (C['body'] extends RawBody ? { body: Blob | FormData | Uint8Array } : object)

/** The commands of a call whose rights they decide. */
export type CommandOf<C extends CallSpec> = keyof NonNullable<C['commandActions']> & string

/** The body that a client writes down for a call. */
export type BodyInput<C extends CallSpec> = C['body'] extends Schema ? z.input<C['body']> : never

export type CallResult<C extends CallSpec> = C['result'] extends Schema
  ? z.output<C['result']>
  : C['result'] extends 'stream'
    ? ReadableStream<Uint8Array>
    : Blob

/** Parameters that hold what a person typed to find somebody by: a passport, a phone, a name. */
const TYPED = ['mask', 'filter'] as const

/**
 * A search is specified as a GET, whose address stands in the logs of every proxy on the way. Beside it the server takes a POST of the same
 * path with the same parameters as a JSON body of texts, and screens send that (security.md 2.1).
 */
export function isSearch(call: CallSpec): boolean {
  if (call.method !== 'GET' || call.query === undefined) return false
  const def = call.query._zod.def as { shape?: object }
  return TYPED.some((name) => Object.hasOwn(def.shape ?? {}, name))
}

/** The areas whose screens an OWNER reads; a search by POST is a GET here, too (domain.md 7.1). */
const READ_BY_OWNER: readonly Access[] = ['operator', 'operator-or-super', 'manager-or-super']

export const isOpenToOwner = ({ access, method, owner }: CallSpec): boolean =>
  READ_BY_OWNER.includes(access) && (method === 'GET' || owner === true)
