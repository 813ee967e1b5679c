import type { ActionCode } from '#contract/core/actions.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { useKeyBuffer } from '../ui/keyboard/keys.ts'
import { REFERENCE_MS, useCall } from './use-call.ts'

/** Whether the user holds a right; false until it is known. The server checks the rights of every call again. */
export function useMay(code: ActionCode): boolean {
  return useHeldRights()?.has(code) ?? false
}

/** The codes of the rights that the user holds; undefined until they are known. */
export function useHeldRights(): ReadonlySet<string> | undefined {
  const { data, loading } = useRights()
  // Keys that need a right are registered together with it.
  useKeyBuffer(loading)
  if (!data) return undefined
  const held = data.folders.flatMap(({ actions }) => actions).filter(({ mine }) => mine.allowed)
  return new Set(held.map(({ code }) => code))
}

/** Where keys are typed before any button is pressed, the first key must not be handled before the right is known. */
export const useRightsKnown = (): boolean => !useRights().loading

const useRights = () =>
  useCall(userAccess.getActions, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
