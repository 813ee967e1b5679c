import type { ActionCode } from '#contract/core/actions.ts'
import { isOpenToOwner, type CallSpec, type CommandOf } from '#contract/core/call.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { screenAt } from '#contract/screen-paths.ts'
import { passes, screens } from '../screens.ts'
import { isOwner, useStore } from '../state/store.ts'
import { useKeyBuffer } from '../ui/keyboard/keys.ts'
import { REFERENCE_MS, useCall } from './use-call.ts'

/** Whether the user holds a right; false until it is known. The server checks the rights of every call again. */
export function useMay(code: ActionCode): boolean {
  return useHeldRights()?.has(code) ?? false
}

/**
 * Whether to offer what sends a call of the operator area: not to whoever only reads, nor without the call's right. Until rights are
 * known it is offered: a button that appears later would move its neighbours. Where commands decide the right, the command must be named.
 */
export function useMaySend<C extends CallSpec>(
  call: C,
  ...command: C extends { commandActions: object } ? [CommandOf<C>] : []
): boolean {
  const reads = useStore(isOwner)
  const [named = '']: readonly string[] = command
  const right = call.commandActions?.[named] ?? call.companyAction ?? call.action
  const rights = useHeldRights()
  if (reads && !isOpenToOwner(call)) return false
  return right === undefined || (rights?.has(right) ?? true)
}

/** Whether the screen at an address is open to the user: a link to another one would end at «Нет доступа». */
export function useMayOpen(): (address: string) => boolean {
  const account = useStore((state) => state.account)
  const rights = useHeldRights()
  return (address) => {
    const name = screenAt(address.split('?')[0]!)
    if (!name) return true
    if (!passes(name, { account })) return false
    const needed = screens[name].rights
    return !needed || !rights || needed.some((one) => rights.has(one))
  }
}

/** The codes of the rights that the user holds; undefined until they are known, and where they are not asked for. */
export function useHeldRights(when = true): ReadonlySet<string> | undefined {
  const { data, loading } = useRights(when)
  // Keys that need a right are registered together with it.
  useKeyBuffer(loading)
  if (!data) return undefined
  return new Set(data.rights)
}

/** Where keys are typed before any button is pressed, the first key must not be handled before the right is known. */
export const useRightsKnown = (when = true): boolean => !useRights(when).loading

const useRights = (when = true) =>
  useCall(ownCompany.getStart, {}, { fresh: REFERENCE_MS, quiet: true, when })
