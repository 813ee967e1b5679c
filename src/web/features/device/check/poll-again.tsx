import { Button } from '@mantine/core'
import { useEffect, useState, type ComponentType } from 'react'
import { CallError } from '#web/state/call-error.ts'
import { exactTime } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from '../device.module.css'

interface PollProps<T> {
  companyId: string
  deviceId: string
  /** The same function as long as the dialog is open. */
  take: (companyId: string, deviceId: string, signal: AbortSignal) => Promise<T>
  Show: ComponentType<{ seen: T; title: string }>
  title: string
  repeatLabel: string
}

/** What a device shows through its agent at this moment, or the agent's sentence why it shows nothing. */
export function PollAgain<T>(props: PollProps<T>) {
  const [turn, setTurn] = useState(0)
  return <SinglePoll key={turn} {...props} next={() => setTurn(turn + 1)} />
}

interface PollResult<T> {
  seen?: T
  trouble?: string
  at: number
}

function SinglePoll<T>(props: PollProps<T> & { next: () => void }) {
  const { companyId, deviceId, take, Show, title, repeatLabel, next } = props
  const [look, setLook] = useState<PollResult<T>>()
  useEffect(() => {
    const end = new AbortController()
    void pollOnce(take(companyId, deviceId, end.signal), end.signal).then((seen) => {
      if (!end.signal.aborted) setLook(seen)
    })
    return () => end.abort()
  }, [companyId, deviceId, take])
  return (
    <div className={styles['part']}>
      {!look && <Waiting />}
      {look?.trouble && <p className={styles['trouble']}>{look.trouble}</p>}
      {look?.seen !== undefined && <Show seen={look.seen} title={title} />}
      <div className={styles['row']}>
        {look && <span className={styles['quiet']}>{exactTime(look.at)}</span>}
        <div className={styles['end']}>
          <Button onClick={next} disabled={!look}>
            {repeatLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}

async function pollOnce<T>(taking: Promise<T>, signal: AbortSignal): Promise<PollResult<T>> {
  const taken = await taking.then(
    (seen) => ({ seen }),
    (error: unknown) => {
      if (error instanceof CallError || signal.aborted) return { trouble: (error as Error).message }
      throw error
    },
  )
  return { ...taken, at: Date.now() }
}
