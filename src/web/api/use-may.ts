import type { ActionCode } from '#contract/core/actions.ts'
import { user } from '#contract/user/user.ts'
import { useKeyBuffer } from '../ui/keyboard/keys.ts'
import { REFERENCE_MS, useCall } from './use-call.ts'

/** Whether the user holds a right; false until it is known. The server checks the rights of every call again. */
export function useMay(code: ActionCode): boolean {
  const { data, loading } = useRights()
  // Keys that need a right are registered together with it.
  useKeyBuffer(loading)
  return (
    data?.folders.some((folder) =>
      folder.actions.some((action) => action.code === code && action.mine.allowed),
    ) ?? false
  )
}

/** Where keys are typed before any button is pressed, the first key must not be handled before the right is known. */
export const useRightsKnown = (): boolean => !useRights().loading

const useRights = () =>
  useCall(user.getActions, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
