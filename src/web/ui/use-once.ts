import { useRef, useState } from 'react'
import { wasTold } from '../api/call-error.ts'

/** A deed that asks the server before its window opens: one at a time, and its button shows that it goes on. */
export function useOnce(deed: () => Promise<unknown>): { run: () => void; running: boolean } {
  const going = useRef(false)
  const [running, setRunning] = useState(false)
  const run = () => {
    if (going.current) return
    going.current = true
    setRunning(true)
    void deed()
      .catch(wasTold)
      .finally(() => {
        going.current = false
        setRunning(false)
      })
  }
  return { run, running }
}
