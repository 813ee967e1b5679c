import { Button } from '@mantine/core'
import { useEffect, useState, type ComponentType } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { exactTime } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import styles from './device.module.css'

interface LookProps<T> {
  companyId: string
  deviceId: string
  /** One function for the life of the dialog. */
  take: (companyId: string, deviceId: string, signal: AbortSignal) => Promise<T>
  Show: ComponentType<{ seen: T; title: string }>
  title: string
  again: string
}

/** What a device shows through its agent at this moment, or the agent's sentence why it shows nothing. */
export function LookAgain<T>(props: LookProps<T>) {
  const [turn, setTurn] = useState(0)
  return <OneLook key={turn} {...props} next={() => setTurn(turn + 1)} />
}

interface Look<T> {
  seen?: T
  trouble?: string
  at: number
}

function OneLook<T>(props: LookProps<T> & { next: () => void }) {
  const { companyId, deviceId, take, Show, title, again, next } = props
  const [look, setLook] = useState<Look<T>>()
  useEffect(() => {
    const end = new AbortController()
    void lookOnce(take(companyId, deviceId, end.signal), end.signal).then((seen) => {
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
            {again}
          </Button>
        </div>
      </div>
    </div>
  )
}

async function lookOnce<T>(taking: Promise<T>, signal: AbortSignal): Promise<Look<T>> {
  const taken = await taking.then(
    (seen) => ({ seen }),
    (error: unknown) => {
      if (error instanceof CallError || signal.aborted) return { trouble: (error as Error).message }
      throw error
    },
  )
  return { ...taken, at: Date.now() }
}
