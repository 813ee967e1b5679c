import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { device } from '#contract/device.ts'
import { CallError } from '#web/api/call-error.ts'
import { send } from '#web/api/send.ts'
import { exactTime } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { BlobPicture } from '../transaction/camera-view.tsx'
import styles from './device.module.css'

interface Look {
  picture?: Blob
  trouble?: string
  at: number
}

/** One picture of a camera through its agent, or the agent's sentence why there is none. */
export function CameraCheck(props: Omit<ShownProps, 'again'>) {
  const [turn, setTurn] = useState(0)
  return <Shown key={turn} {...props} again={() => setTurn(turn + 1)} />
}

interface ShownProps {
  companyId: string
  deviceId: string
  title: string
  again: () => void
}

function Shown({ companyId, deviceId, title, again }: ShownProps) {
  const [look, setLook] = useState<Look>()
  useEffect(() => {
    const end = new AbortController()
    void takePicture(companyId, deviceId, end.signal).then((taken) => {
      if (!end.signal.aborted) setLook(taken)
    })
    return () => end.abort()
  }, [companyId, deviceId])
  return (
    <div className={styles['part']}>
      {!look && <Waiting />}
      {look?.trouble && <p className={styles['trouble']}>{look.trouble}</p>}
      {look?.picture && (
        <div className={styles['picture']}>
          <BlobPicture blob={look.picture} alt={`Снимок: ${title}`} />
        </div>
      )}
      <div className={styles['row']}>
        {look && <span className={styles['quiet']}>{exactTime(look.at)}</span>}
        <div className={styles['end']}>
          <Button onClick={again} disabled={!look}>
            Ещё снимок
          </Button>
        </div>
      </div>
    </div>
  )
}

async function takePicture(
  companyId: string,
  device_id: string,
  signal: AbortSignal,
): Promise<Look> {
  const body = { companyId, device_id }
  const taken = await send(device.superTakePicture, { body }, { signal }).catch((error: unknown) =>
    error instanceof CallError || signal.aborted ? (error as Error) : Promise.reject(error),
  )
  const at = Date.now()
  return taken instanceof Error ? { trouble: taken.message, at } : { picture: taken, at }
}
