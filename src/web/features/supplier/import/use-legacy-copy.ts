import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { legacyDatabase, type LegacySupplier } from '#contract/supplier/legacy-database.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'

export type CopyOutcome = CallResult<typeof legacyDatabase.copy>[number]

// Records for each call, so few that the progress bar moves every second; a failed call loses none of the previous results.
const AT_ONCE = 20

/** Copies chosen records part by part; `share` is 0…1 while it runs. */
export function useLegacyCopy() {
  const [share, setShare] = useState<number>()
  const [outcomes, setOutcomes] = useState<readonly CopyOutcome[]>()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [trouble, setTrouble] = useState<string>()
  const copy = async (rows: readonly LegacySupplier[]) => {
    setTrouble(undefined)
    setNames(new Map(rows.map((row) => [row.legacy_id, row.name])))
    const ids = rows.map((row) => row.legacy_id)
    const done: CopyOutcome[] = []
    let failed: CallError | undefined
    for (let at = 0; at < ids.length && !failed; at += AT_ONCE) {
      setShare(at / ids.length)
      const answer = await send(legacyDatabase.copy, {
        body: { legacy_ids: ids.slice(at, at + AT_ONCE) },
      }).catch((error: unknown) => error)
      if (Array.isArray(answer)) done.push(...(answer as CopyOutcome[]))
      else if (answer instanceof CallError) failed = answer
      else throw answer
    }
    setShare(undefined)
    if (failed) setTrouble(failed.message)
    if (done.length > 0) {
      setOutcomes(done)
      await refresh([supplier.getAll, supplier.find, legacyDatabase.find])
    }
  }
  const forget = () => {
    setOutcomes(undefined)
    setTrouble(undefined)
  }
  return { share, outcomes, names, trouble, copy, forget }
}
