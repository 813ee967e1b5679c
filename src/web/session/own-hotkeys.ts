import { userPreferences, type Preference } from '#contract/user/user-preferences.ts'
import { send } from '../api/send.ts'
import { callOnce, REFERENCE_MS } from '../api/use-call.ts'
import { untilAnswered } from '../state/until-answered.ts'
import { CallError } from '../state/call-error.ts'
import { browserDatabase } from '../state/browser-database.ts'
import { isMapOf, isText } from '../state/stored-shape.ts'
import { useStore, userId } from '../state/store.ts'
import { hotkeys, useOwnHotkeys, type HotkeyId, type OwnHotkeys } from '../ui/keyboard/hotkeys.ts'

/** The setting of the account, and the first half of its copy's key in this browser. */
const KEY = 'hotkeys'
const copyKey = (person: string) => `${KEY}.${person}`
/** Raised by each change, so that an answer asked for before it does not undo it. */
let changes = 0
/** Tabs of this browser tell each other at once. */
const tabs = new BroadcastChannel(KEY)
const isStored = isMapOf(isText)

const isHotkeys = ({ key, scope }: Preference) => key === KEY && scope === 'user'

/** The hotkeys of whoever signs in: at once as this browser knows them, then as the account has them. */
export function followHotkeys(): void {
  let person = '0'
  const look = () => {
    const now = userId(useStore.getState())
    if (now === person) return
    person = now
    apply({})
    if (person !== '0') void load(person)
  }
  useStore.subscribe(look)
  look()
  tabs.addEventListener('message', ({ data }: MessageEvent<{ person: string; own: unknown }>) => {
    if (data.person === person) change(readOwn(data.own))
  })
}

async function load(person: string): Promise<void> {
  const before = changes
  const isSame = () => userId(useStore.getState()) === person && changes === before
  const copy = readOwn(await browserDatabase.get('preferences', copyKey(person)))
  if (isSame()) apply(copy)
  // Until there is an answer the copy stands.
  const ask = () => callOnce(userPreferences.getPreferences, {}, REFERENCE_MS, true)
  const all = await untilAnswered(KEY, ask).catch(() => undefined)
  if (!all || !isSame()) return
  const own = readOwn(all.find(isHotkeys)?.value)
  apply(own)
  keepCopy(person, own)
}

interface HotkeysChange {
  /** What is changed of the hotkeys that the account has now. */
  readonly make: (own: OwnHotkeys) => OwnHotkeys
  /** Why these cannot be changed so. */
  readonly problem?: (own: OwnHotkeys) => string | undefined
}

/** Another computer may save between the reading and the writing. */
const MOST_TRIES = 5

/**
 * Changes the hotkeys of the account as they are now: what another computer has set meanwhile stays. In force here and in every tab of
 * this browser once the account has them; another computer takes them at its next start. Answers why not, where they do not fit.
 */
export async function saveHotkeys({ make, problem }: HotkeysChange): Promise<string | undefined> {
  const person = userId(useStore.getState())
  for (let tries = 1; ; tries++) {
    const stored = (await send(userPreferences.getPreferences, {})).find(isHotkeys)
    const now = readOwn(stored?.value)
    const no = problem?.(now)
    if (no !== undefined) {
      tell(person, now)
      return no
    }
    const own = make(now)
    const value = Object.keys(own).length > 0 ? { ...own } : null
    const body = { key: KEY, scope: 'user', value, version: stored?.version ?? 0 } as const
    try {
      await send(userPreferences.updatePreference, { body })
      tell(person, own)
      return undefined
    } catch (error) {
      const isOvertaken = error instanceof CallError && error.code === 'common.stale'
      if (!isOvertaken || tries === MOST_TRIES) throw error
    }
  }
}

function tell(person: string, own: OwnHotkeys): void {
  change(own)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has the own origin alone
  tabs.postMessage({ person, own })
  keepCopy(person, own)
}

/** Nobody waits for it: a browser without room for it starts with the account's answer. */
function keepCopy(person: string, own: OwnHotkeys): void {
  void browserDatabase.put('preferences', copyKey(person), own).catch(() => undefined)
}

function change(own: OwnHotkeys): void {
  changes++
  apply(own)
}

function apply(own: OwnHotkeys): void {
  useOwnHotkeys.setState(own, true)
}

/** What another release or a program wrote may name hotkeys that are none. */
function readOwn(value: unknown): OwnHotkeys {
  if (!isStored(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      ([id, text]) =>
        Object.hasOwn(hotkeys, id) && /^(Ctrl\+)?(Alt\+)?(Shift\+)?[A-Z][A-Za-z\d]+$/.test(text),
    ) as [HotkeyId, string][],
  )
}
