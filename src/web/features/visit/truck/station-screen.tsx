import { useEffect } from 'react'
import { ownCompany } from '#contract/company/own-company.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { device } from '#contract/device/device.ts'
import { defaultModulesCfg } from '#contract/core/module-settings.ts'
import { hasModule, useStore } from '#web/state/store.ts'
import { useConnection } from '#web/state/connection.ts'
import { useDirectLine } from '#web/api/direct-line.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { storeStation } from '#web/offline/store-station.ts'
import { useSession } from '#web/session/session.ts'
import { day } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { AcceptPart } from '../platform/accept-part.tsx'
import { CameraCount, Cameras, enlarge } from '../scale/camera-view.tsx'
import { CapturePart } from '../scale/capture-part.tsx'
import { useLiveWeight, useWeightFeed } from '../scale/live-weight.ts'
import { NotePart } from './note-part.tsx'
import { OutboxState } from '../offline/outbox-state.tsx'
import { PlatePart } from './plate-part.tsx'
import { openTicket } from '../visit/open-ticket.ts'
import { useStation, type StationSettings } from './use-station.ts'
import { openVisitPhotos } from '../../weighing/open-visit-photos.ts'
import { VisitPanel } from '../visit/visit-panel.tsx'
import { WeightFace } from '../scale/weight-face.tsx'
import { showYard, YardQueue } from './yard-queue.tsx'
import styles from '../station.module.css'
import type { PostParts } from './post-parts.ts'
import { troublesOf } from '../scale/trouble-messages.ts'

// A post is for trucks or a platform: the code of the other kind is not loaded.
const PlatformPost = lazyPart(
  async () => (await import('../platform/platform-post.tsx')).PlatformPost,
)

// Most posts have neither lamp nor barrier.
const RelayPart = lazyPart(async () => (await import('../scale/relay-part.tsx')).RelayPart)

// It only counts what the server has.
const OfflineEpisodes = lazyPart(
  async () => (await import('../offline/offline-episodes.tsx')).OfflineEpisodes,
)

/** A weighing post; the company's settings give the post of the screen's address. */
export function StationScreen({ at }: { at: 'weight' | 'weight1' | 'weight2' }) {
  const own = useCall(ownCompany.getOwn, {}, { fresh: REFERENCE_MS })
  const devices = useCall(device.getAll, {}, { every: 15_000 })
  const reads = useStore(hasModule('carnumber'))
  useEffect(() => storeStation(), [])
  if (own.error) throw own.error
  if (!own.data || (!devices.data && !devices.error)) return <Waiting />
  const cfg = { ...defaultModulesCfg, ...own.data.settings.modules_cfg }
  const post = cfg.weight.posts[at]
  if (!own.data.posts.some(({ number }) => number === post)) return <NoPost post={post} />
  const atPost = devices.data?.filter((one) => one.post === post && one.status !== 'disabled')
  return (
    <Post
      key={post}
      kind={own.data.posts.find(({ number }) => number === post)?.kind ?? 'truck'}
      title={own.data.posts.find(({ number }) => number === post)?.title ?? `Пост ${post}`}
      settings={{
        post,
        platePollMs: cfg.carnumber.poll_ms,
        readsPlates: reads && (!atPost || atPost.some(({ kind }) => kind === 'plate_camera')),
        sureBp: cfg.carnumber.autofill ? cfg.carnumber.min_confidence_bp : Infinity,
      }}
      weightPollMs={cfg.weight.poll_ms}
      previewMs={cfg.camera.preview_ms}
      devices={atPost}
    />
  )
}

/** A weighing screen whose post is not set up: this is not a lost scale. */
function NoPost({ post }: { post: number }) {
  return (
    <Page title="Взвешивание">
      <p>Поста № {post} в компании нет. Его добавляет управляющий в окне «Оборудование».</p>
    </Page>
  )
}

interface PostProps {
  kind: 'truck' | 'platform'
  title: string
  settings: StationSettings
  weightPollMs: number
  previewMs: number
  /** Undefined while unknown. */
  devices: DeviceState[] | undefined
}

function Post({ kind, title, settings, weightPollMs, previewMs, ...props }: PostProps) {
  const devices = props.devices ?? []
  const hasScale = !props.devices || devices.some((one) => one.kind === 'scale')
  useWeightFeed(hasScale ? settings.post : undefined, weightPollMs)
  const relayed = useDirectLine()
  // The stream notices a silent scale long before the list of devices is read again.
  const silent = useLiveWeight(({ reading, problem }) => (reading ? '' : problem))
  const liveDevices = devices.map((one) =>
    one.kind === 'scale' && silent
      ? { ...one, status: 'offline' as const, status_detail: silent }
      : one,
  )
  const scale = liveDevices.find((one) => one.kind === 'scale')
  const cameras = devices.filter((one) => one.kind === 'camera')
  const relay = devices.find((one) => one.kind === 'relay')
  const parts = { settings, scale, cameras, relay, previewMs }
  return (
    <Page
      title="Взвешивание"
      beside={<PostStrip title={title} scale={scale} cameras={cameras} previewMs={previewMs} />}
    >
      <StationBanners devices={liveDevices} relayed={relayed} />
      {kind === 'platform' ? <PlatformPost {...parts} /> : <TruckPost {...parts} />}
    </Page>
  )
}

interface StationBannersProps {
  devices: DeviceState[]
  /** The computer at the scale does not answer this browser directly. */
  relayed: boolean
}

/** What is lost or wrong at this post, in red and in words; the rest of the screen goes on working. */
function StationBanners({ devices, relayed }: StationBannersProps) {
  const lost = useConnection(({ state }) => state === 'lost')
  const words = lost
    ? [
        'Нет связи с сервером. Весы запоминают взвешивания сами: после восстановления они появятся в «Без связи».',
      ]
    : [...(relayed ? [RELAYED_TEXT] : []), ...troublesOf(devices)]
  if (words.length === 0) return null
  return (
    <div role="alert">
      <ul className={styles['banners']}>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

const RELAYED_TEXT =
  'Компьютер у весов не отвечает напрямую: показания идут через сервер. Прямая связь вернётся сама.'

function TruckPost({ settings, scale, cameras, relay, previewMs }: PostParts) {
  const station = useStation(settings)
  const { visit } = station
  const lost = useConnection(({ state }) => state === 'lost')
  const silent = useLiveWeight(({ reading }) => !reading)
  // Where the weight comes directly from the computer at the scale, captures work as usual and wait here.
  const noting = lost && silent
  const pictures = () => {
    if (visit && visit.weighings.length > 0) return void openVisitPhotos(visit)
    return cameras[0] && enlarge(cameras[0], previewMs)
  }
  useKeys([
    {
      hotkey: 'yard',
      label: 'Машины на территории',
      run: showYard,
    },
    { hotkey: 'pictures', label: 'Снимки во весь экран', run: pictures },
    { hotkey: 'ticket', label: 'Талон', run: () => visit && void openTicket(visit) },
  ])
  return (
    <div className={styles['station']}>
      <YardQueue picked={station.draft.visitId} pick={station.pick}>
        <OutboxState />
        <OfflineEpisodes post={settings.post} />
      </YardQueue>
      <div className={styles['middle']}>
        <WeightFace
          scale={scale}
          heldWeight={station.heldWeight}
          why={station.why}
          manual={station.mode === 'manual'}
        />
        <section className={styles['panel']} aria-label="Машина">
          <PlatePart station={station} />
          {noting ? (
            <NotePart station={station} />
          ) : (
            <CapturePart station={station} scale={scale} />
          )}
        </section>
        {relay && <RelayPart relay={relay} post={settings.post} />}
      </div>
      <div className={styles['cameras']}>
        <Cameras cameras={cameras} everyMs={previewMs} />
      </div>
      <div className={styles['right']}>
        <VisitPanel station={station} />
        <AcceptPart station={station} />
      </div>
    </div>
  )
}

function PostStrip({
  title,
  scale,
  cameras,
  previewMs,
}: {
  title: string
  scale: DeviceState | undefined
  cameras: DeviceState[]
  previewMs: number
}) {
  // The last known state of the devices says nothing about their present one.
  const lost = useConnection(({ state }) => state === 'lost')
  const offline = useSession(({ offlineAt }) => offlineAt !== null)
  return (
    <div className={styles['strip']}>
      <span>{title}</span>
      {offline && <Badge tone="orange" icon="stop" label="Без связи" />}
      {scale ? (
        <span>
          Весы{' '}
          {lost ? (
            <Badge tone="gray" icon="question" label="Неизвестно" />
          ) : (
            <StatusBadge kind="device" status={scale.status} />
          )}
          {scale.verification_until && ` поверка до ${day(scale.verification_until)}`}
        </span>
      ) : (
        <span>Весы не настроены</span>
      )}
      <CameraCount cameras={cameras} everyMs={previewMs} />
      {scale?.training && (
        <a href="/training-yard" target="_blank" rel="noreferrer" title="Отсюда заезжают машины">
          <Badge tone="grape" icon="link" label="Учебная площадка" />
        </a>
      )}
    </div>
  )
}
