import { Button } from '@mantine/core'
import type { DeviceState, YardSetUp } from '#contract/device/site-devices.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { count, dateTime, day, today } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { CameraCheck } from './check/camera-check.tsx'
import { openDevice } from './device-form.tsx'
import { driverTitles } from '#contract/company/driver-titles.ts'
import { kindTitles } from './device-labels.ts'
import styles from './device.module.css'
import { PlateCheck } from './check/plate-check.tsx'
import { PrinterRow } from './printer-row.tsx'
import { RelayCheck } from './check/relay-check.tsx'
import { Terminal } from './check/terminal.tsx'

interface DevicesTableProps {
  companyId: string
  yard: YardSetUp
  siteId: string
}

/** Devices of a site with what their links say now, and the slip printers of its posts. */
export function DevicesTable({ companyId, yard, siteId }: DevicesTableProps) {
  const devices = yard.devices.filter((one) => one.site_id === siteId)
  const printing = yard.posts.filter((post) => post.site_id === siteId && post.printer)
  if (devices.length + printing.length === 0)
    return <p className={styles['quiet']}>Устройств на площадке нет.</p>
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Устройство</th>
            <th scope="col">Пост</th>
            <th scope="col">Состояние</th>
            <th scope="col">Была связь</th>
            <th scope="col" data-end>
              Кадров/с
            </th>
            <th scope="col" data-end>
              Плохих за час
            </th>
            <th scope="col">Поверка до</th>
            <th scope="col" aria-label="Действия" />
          </tr>
        </thead>
        <tbody>
          {devices.toSorted(inOrder).map((device) => (
            <Row key={device.id} companyId={companyId} device={device} />
          ))}
          {printing.map((post) => (
            <PrinterRow key={post.id} companyId={companyId} post={post} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ORDER: Record<DeviceState['kind'], number> = {
  scale: 0,
  plate_camera: 1,
  camera: 2,
  relay: 3,
}

/** By post, devices of the whole site last; the scale of a post before what looks at it. */
function inOrder(one: DeviceState, other: DeviceState): number {
  const posts = (one.post ?? 100) - (other.post ?? 100)
  return posts || ORDER[one.kind] - ORDER[other.kind] || one.code - other.code
}

function Row({ companyId, device }: { companyId: string; device: DeviceState }) {
  const { id, kind, title, driver, code } = device
  return (
    <tr>
      <td>
        {title}
        <small>
          {kindTitles[kind]} {code} · {driverTitles[kind][driver] ?? driver}
        </small>
      </td>
      <td>{device.post ?? '—'}</td>
      <td>
        <StatusBadge kind="device" status={device.status} />
        {device.status === 'offline' && (
          <small>{device.status_detail || 'ещё не отозвалось'}</small>
        )}
      </td>
      <td>{device.status === 'online' ? 'сейчас' : dateTime(device.last_seen_at)}</td>
      <td data-end>{kind === 'scale' ? count(device.frames_per_second) : ''}</td>
      <td data-end>{kind === 'scale' ? count(device.bad_frames_hour) : ''}</td>
      <td>{kind === 'scale' && <Verification until={device.verification_until} />}</td>
      <td>
        <div className={styles['buttons']}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Проверить: ${title}`}
            onClick={() => void check(companyId, device)}
          >
            Проверить
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Изменить: ${title}`}
            onClick={() => void openDevice({ companyId, kind, id })}
          >
            Изменить
          </Button>
        </div>
      </td>
    </tr>
  )
}

function check(companyId: string, { id, kind, title }: DeviceState) {
  const props = { companyId, deviceId: id }
  const shown = {
    scale: () => <Terminal {...props} />,
    camera: () => <CameraCheck {...props} title={title} />,
    plate_camera: () => <PlateCheck {...props} title={title} />,
    relay: () => <RelayCheck {...props} />,
  }
  return openDialog({ title: `Проверка: ${title}`, width: 960 }, shown[kind])
}

/** domain.md 2.1: the warning begins this many days before the end. */
const SOON_DAYS = 30
const DAY_MS = 86_400_000

/** Trading needs a verified scale: the last day of its verification, and whether it is near or over. */
function Verification({ until }: { until: string | null }) {
  if (until === null) return <Badge tone="orange" label="Не указана" icon="question" />
  const left = (Date.parse(until) - Date.parse(today())) / DAY_MS
  return (
    <>
      {day(until)}
      {left < 0 && <Badge tone="red" label="Истекла" icon="cross" />}
      {left >= 0 && left <= SOON_DAYS && <Badge tone="orange" label="Скоро" icon="clock" />}
    </>
  )
}
