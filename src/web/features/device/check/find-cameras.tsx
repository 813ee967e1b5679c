import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type {
  CameraProfile,
  CameraSearchParams,
  FoundCameras,
} from '#contract/device/camera-search.ts'
import { device } from '#contract/device/device.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from '../device.module.css'

/** An address as a camera itself names it. */
export interface FoundAddress {
  driver: 'snapshot' | 'rtsp'
  url: string
}

interface FindCamerasProps {
  companyId: string
  siteId: string
  user: string
  password: string
  close: (found?: FoundAddress) => void
}

type Address = NonNullable<CameraSearchParams['address']>

/** ONVIF at set-up: finds the cameras of the yard's network, then shows pictures and streams of the chosen camera. */
export function FindCameras(props: FindCamerasProps) {
  const [asked, setAsked] = useState<Address>()
  const key = asked ? `${asked.host}:${asked.port}` : ''
  return <Search key={key} {...props} asked={asked} ask={setAsked} />
}

interface SearchProps extends FindCamerasProps {
  asked: Address | undefined
  ask: (address: Address) => void
}

function Search({ companyId, siteId, user, password, asked, ask, close }: SearchProps) {
  const [found, setFound] = useState<FoundCameras | Error>()
  useEffect(() => {
    const end = new AbortController()
    const secrets = { ...(user && { user }), ...(password && { password }) }
    const body = { companyId, site_id: siteId, ...secrets, ...(asked && { address: asked }) }
    void search(body, end.signal).then((answer) => {
      if (!end.signal.aborted) setFound(answer)
    })
    return () => end.abort()
  }, [companyId, siteId, user, password, asked])
  if (!found) return <Waiting />
  if (found instanceof Error) return <p className={styles['trouble']}>{found.message}</p>
  if (found.cameras.length === 0)
    return (
      <p className={styles['quiet']}>
        Камер ONVIF в сети площадки не видно. Включите ONVIF в меню камеры или впишите адрес сами.
      </p>
    )
  return (
    <div className={styles['part']}>
      {found.cameras.map(({ host, port, name, profiles }) => (
        <div key={`${host}:${port}`}>
          <div className={styles['found']}>
            <span>
              <b>{name || 'Камера'}</b>
              <small>{host}</small>
            </span>
            {profiles.length === 0 && (
              <Button data-autofocus onClick={() => ask({ host, port })}>
                Спросить камеру
              </Button>
            )}
          </div>
          {profiles.map((profile) => (
            <Profile key={profile.name} profile={profile} close={close} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Profile({
  profile,
  close,
}: {
  profile: CameraProfile
  close: (found: FoundAddress) => void
}) {
  const { name, width, height, snapshot_url, stream_url } = profile
  return (
    <div className={styles['found']}>
      <span>
        {name}
        <small>{width && height ? `${width} × ${height}` : ''}</small>
      </span>
      <div className={styles['row']}>
        {snapshot_url && (
          <Button onClick={() => close({ driver: 'snapshot', url: snapshot_url })}>Снимок</Button>
        )}
        {stream_url && (
          <Button variant="default" onClick={() => close({ driver: 'rtsp', url: stream_url })}>
            Видеопоток
          </Button>
        )}
      </div>
    </div>
  )
}

async function search(
  body: CameraSearchParams & { companyId: string; site_id: string },
  signal: AbortSignal,
): Promise<FoundCameras | Error> {
  return send(device.superFindCameras, { body }, { signal }).catch((error: unknown) => {
    if (error instanceof CallError || signal.aborted) return error as Error
    throw error
  })
}
