import { company } from '#contract/company.ts'
import { device, type DeviceState } from '#contract/device.ts'
import { defaultModulesCfg } from '#contract/module-settings.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/ask.ts'
import { day } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keys.ts'
import { Page } from '#web/ui/page.tsx'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { AcceptPart } from './accept-part.tsx'
import { CameraView } from './camera-view.tsx'
import { CapturePart } from './capture-part.tsx'
import { useWeightFeed } from './live-weight.ts'
import { PlatePart } from './plate-part.tsx'
import { useStation } from './use-station.ts'
import { VisitPanel } from './visit-panel.tsx'
import { WeightFace } from './weight-face.tsx'
import { YardQueue } from './yard-queue.tsx'
import styles from './station.module.css'

/** Two pictures fit beside the visit; the others open from the list of devices. */
const CAMERAS = 2

/** A weighing post; which one stands in the company's settings by the screen's own address. */
export function StationScreen({ at }: { at: 'weight' | 'weight1' | 'weight2' }) {
  const own = useCall(company.getOwn, {}, { fresh: REFERENCE_MS })
  const devices = useCall(device.getAll, {}, { every: 15_000 })
  if (own.error) throw own.error
  if (!own.data || (!devices.data && !devices.error)) return <Waiting />
  const cfg = { ...defaultModulesCfg, ...own.data.settings.modules_cfg }
  const post = cfg.weight.posts[at]
  return (
    <Post
      key={post}
      title={own.data.posts.find(({ number }) => number === post)?.title ?? `Пост ${post}`}
      settings={{
        post,
        platePollMs: cfg.carnumber.poll_ms,
        sureBp: cfg.carnumber.autofill ? cfg.carnumber.min_confidence_bp : Infinity,
      }}
      weightPollMs={cfg.weight.poll_ms}
      previewMs={cfg.camera.preview_ms}
      devices={(devices.data ?? []).filter((one) => one.post === post)}
    />
  )
}

interface PostProps {
  title: string
  settings: { post: number; platePollMs: number; sureBp: number }
  weightPollMs: number
  previewMs: number
  devices: DeviceState[]
}

function Post({ title, settings, weightPollMs, previewMs, devices }: PostProps) {
  useWeightFeed(settings.post, weightPollMs)
  const station = useStation(settings)
  const scale = devices.find(({ kind }) => kind === 'scale')
  const cameras = devices.filter(({ kind }) => kind === 'camera')
  const enlarge = (camera: DeviceState) =>
    void openDialog({ title: camera.title, width: 960 }, () => (
      <div className={styles['large']}>
        <CameraView code={camera.code} title={camera.title} everyMs={previewMs} open={noMore} />
      </div>
    ))
  useKeys([
    {
      code: 'F3',
      label: 'Машины на территории',
      run: () => document.querySelector<HTMLButtonElement>('[data-visit]')?.focus(),
    },
    {
      code: 'F7',
      label: 'Снимок во весь экран',
      run: () => {
        if (cameras[0]) enlarge(cameras[0])
      },
    },
  ])
  return (
    <Page title="Взвешивание" beside={<PostStrip title={title} scale={scale} cameras={cameras} />}>
      <div className={styles['station']}>
        <YardQueue picked={station.draft.visitId} pick={station.pick} />
        <div className={styles['middle']}>
          <WeightFace scale={scale} held={station.held} />
          <Panel title="Машина">
            <PlatePart station={station} />
            <CapturePart station={station} post={settings.post} />
          </Panel>
        </div>
        <div className={styles['right']}>
          {cameras.length > 0 && (
            <div className={styles['pair']}>
              {cameras.slice(0, CAMERAS).map((camera) => (
                <CameraView
                  key={camera.id}
                  code={camera.code}
                  title={camera.title}
                  everyMs={previewMs}
                  open={() => enlarge(camera)}
                />
              ))}
            </div>
          )}
          <VisitPanel station={station} />
          <AcceptPart station={station} />
        </div>
      </div>
    </Page>
  )
}

/** A large picture is large already. */
const noMore = () => undefined

function PostStrip({
  title,
  scale,
  cameras,
}: {
  title: string
  scale: DeviceState | undefined
  cameras: DeviceState[]
}) {
  const seen = cameras.filter(({ status }) => status === 'online').length
  return (
    <div className={styles['strip']}>
      <span>{title}</span>
      {scale ? (
        <span>
          Весы <StatusBadge kind="device" status={scale.status} />
          {scale.verification_until && ` поверка до ${day(scale.verification_until)}`}
        </span>
      ) : (
        <span>Весы не настроены</span>
      )}
      <span>
        Камеры {seen}/{cameras.length}
      </span>
      {scale?.training && <Badge tone="grape" label="Учебная площадка" />}
    </div>
  )
}
