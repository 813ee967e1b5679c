import { useEffect, useState } from 'react'
import type { CallResult, SendInput } from '#contract/core/call.ts'
import { live, READER_EVERY_MS } from '#contract/core/live.ts'
import { useStore, userId } from '../state/store.ts'
import { send } from './send.ts'

type Record = SendInput<typeof live.noteReader>['body']['record']
type Readers = CallResult<typeof live.noteReader>['others']

/** Tells the server that this record is open here, and gives the other people who have it open. */
export function useOtherReaders({ entity, id }: Record, isEditing: boolean): Readers {
  const [others, setOthers] = useState<Readers>([])
  useEffect(() => {
    const closed = new AbortController()
    const note = async (doing: 'reads' | 'edits' | 'gone') => {
      const body = { record: { entity, id } as Record, doing }
      const answer = await send(live.noteReader, { body }, { quiet: true }).catch(() => undefined)
      if (answer && !closed.signal.aborted) setOthers(answer.others)
    }
    // A tab in the background is not looked at, and is not told of others.
    const noteOpen = () => {
      if (document.visibilityState === 'visible') void note(isEditing ? 'edits' : 'reads')
    }
    noteOpen()
    const timer = setInterval(noteOpen, READER_EVERY_MS)
    document.addEventListener('visibilitychange', noteOpen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', noteOpen)
      closed.abort()
      // After sign-out there is nobody to tell it of.
      if (userId(useStore.getState())) void note('gone')
    }
  }, [entity, id, isEditing])
  return others
}
