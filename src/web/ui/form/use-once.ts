import { useRef, useState } from 'react'
import { wasTold } from '../../state/call-error.ts'
import { useDialogs } from '../dialogs/ask.ts'

const depthNow = () => useDialogs.getState().stack.length

/**
 * A deed that asks the server before its window opens: one at a time, and its button is busy while something is sent. Over
 * an open window it is not: that waits for a person, and has buttons of its own.
 */
export function useOnce(action: () => Promise<unknown>): { run: () => void; running: boolean } {
  const going = useRef(false)
  /** How many windows lay open when it began; undefined while it rests. */
  const [began, setBegan] = useState<number>()
  const depth = useDialogs(({ stack }) => stack.length)
  const run = () => {
    if (going.current) return
    going.current = true
    setBegan(depthNow())
    void action()
      .catch(wasTold)
      .finally(() => {
        going.current = false
        setBegan(undefined)
      })
  }
  return { run, running: began !== undefined && depth <= began }
}
