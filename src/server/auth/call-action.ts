import type { CallSpec } from '#contract/core/call.ts'

/** The name of a call in the catalogue of actions: `act/getAllActs`. */
export function callAction(call: CallSpec): string {
  return call.path.replace('/api/v1/', '').replaceAll('/:', '/')
}
