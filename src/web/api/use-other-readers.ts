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
    // Of its own for each opening: another tab, or the next opening here, is not ended by the end of this one.
    const clientId = crypto.randomUUID()
    let turn: Promise<unknown> = Promise.resolve()
    const note = async (doing: 'reads' | 'edits' | 'gone') => {
      const body = { record: { entity, id } as Record, doing, client_id: clientId }
      const answer = await send(live.noteReader, { body }, { quiet: true }).catch(() => undefined)
      if (answer && !closed.signal.aborted) setOthers(answer.others)
    }
    // One after the other: «reads» that comes after «gone» would leave a reader who has gone.
    const noteInTurn = (doing: 'reads' | 'edits' | 'gone') => {
      turn = turn.then(() => note(doing))
    }
    // A tab in the background is not looked at, and is not told of others.
    const noteOpen = () => {
      if (document.visibilityState === 'visible') noteInTurn(isEditing ? 'edits' : 'reads')
    }
    noteOpen()
    const timer = setInterval(noteOpen, READER_EVERY_MS)
    document.addEventListener('visibilitychange', noteOpen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', noteOpen)
      closed.abort()
      // After sign-out there is nobody to tell it of.
      if (userId(useStore.getState())) noteInTurn('gone')
    }
  }, [entity, id, isEditing])
  return others
}
