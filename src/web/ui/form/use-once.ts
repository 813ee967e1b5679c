import { useRef, useState } from 'react'
import { wasTold } from '../../state/call-error.ts'
import { useDialogs } from '../dialogs/ask.ts'

const depthNow = () => useDialogs.getState().stack.length

/**
 * An action that asks the server before its window opens: it runs once at a time, and its button is busy while a request is under
 * way. While a window is open the button is not busy: the window waits for the user and has buttons of its own.
 */
export function useOnce(action: () => Promise<unknown>): { run: () => void; running: boolean } {
  const going = useRef(false)
  /** How many windows were open when it began; undefined when nothing is running. */
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
