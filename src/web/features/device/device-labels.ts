import type { DeviceState } from '#contract/device/site-devices.ts'

export const kindTitles: Record<DeviceState['kind'], string> = {
  scale: 'Весы',
  camera: 'Камера',
  plate_camera: 'Распознавание номеров',
  relay: 'Светофор и шлагбаум',
}

export interface CameraPreset {
  label: string
  driver: 'snapshot' | 'rtsp'
  path: string
}

/** Addresses of the makers (devices.md 5); the host in front is the camera's own. */
export const cameraPresets: readonly CameraPreset[] = [
  { label: 'Hikvision', driver: 'snapshot', path: '/ISAPI/Streaming/channels/101/picture' },
  { label: 'Dahua', driver: 'snapshot', path: '/cgi-bin/snapshot.cgi?channel=1' },
  { label: 'Axis', driver: 'snapshot', path: '/axis-cgi/jpg/image.cgi' },
  { label: 'Hikvision RTSP', driver: 'rtsp', path: '/Streaming/Channels/101' },
  { label: 'Dahua RTSP', driver: 'rtsp', path: '/cam/realmonitor?channel=1&subtype=0' },
]

/** The preset's address at the host that was typed so far. */
export function presetUrl(typed: string, { driver, path }: CameraPreset): string {
  const host = /^\w+:\/\/([^/]+)/.exec(typed)?.[1] ?? (typed.split('/')[0] || '192.168.1.64')
  return driver === 'rtsp' ? `rtsp://${host.split(':')[0]}:554${path}` : `http://${host}${path}`
}

interface SiteWithAgent {
  readonly id: string
  readonly agent: { readonly status: string } | null
}

/** Whether the agent of a site hears of a saved setting now. */
export function describeDelivery(sites: readonly SiteWithAgent[], siteId: string): string {
  const agent = sites.find(({ id }) => id === siteId)?.agent
  if (!agent) return 'Оно заработает, когда на площадке подключат агента'
  return agent.status === 'online'
    ? 'Площадка получила настройку'
    : 'Площадка получит настройку, когда агент выйдет на связь'
}
