import type { CallInput, CallResult, CallSpec, Schema } from '#contract/core/call.ts'
import type * as z from 'zod/mini'

/** An answer that is not JSON: bytes or a stream with their headers. */
export interface RawAnswer {
  readonly type: string
  readonly body: Uint8Array | NodeJS.ReadableStream
  readonly headers?: Readonly<Record<string, string>>
}

/** What a handler gives back: for JSON the declared result, otherwise raw bytes. */
export type Answer<C extends CallSpec> = C['result'] extends Schema
  ? z.input<C['result']>
  : RawAnswer | Promise<CallResult<C>>

export interface Route<Handle> {
  readonly call: CallSpec
  readonly handler: (handle: Handle, input: CallInput<CallSpec>) => Promise<unknown>
  readonly exact?: boolean
}

/** Binds a declared call to its handler: a feature's routes file is a list of these and holds no logic. */
export function serve<C extends CallSpec, Handle>(
  call: C,
  handler: (handle: Handle, input: CallInput<C>) => Promise<Answer<C>>,
): Route<Handle> {
  return { call, handler: handler as Route<Handle>['handler'] }
}

/**
 * The same for a handler that names every field of its answer itself. Elsewhere the serializer drops what is not declared; here
 * nothing does, which writes a page of fifty rows in a third of the time (decisions/0001).
 */
export function serveExact<C extends CallSpec, Handle>(
  call: C,
  handler: (handle: Handle, input: CallInput<C>) => Promise<Answer<C>>,
): Route<Handle> {
  return { ...serve(call, handler), exact: true }
}
