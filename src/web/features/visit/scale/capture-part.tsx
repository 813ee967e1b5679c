import { Button, Radio } from '@mantine/core'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { weight } from '#contract/device/device.ts'
import { useSend } from '#web/api/use-send.ts'
import { useConnection } from '#web/state/connection.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { day, kg } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import { passBlock, withWait } from '../truck/pass-labels.ts'
import { blockedBy, notBackAtZero } from './reading-messages.ts'
import { firstInfo } from '../truck/station-draft.ts'
import { useWaitingWords } from './use-capture.ts'
import { useNow } from './use-now.ts'
import { afterCapture, type Station, type StationMode } from '../truck/use-station.ts'
import styles from './capture.module.css'

const ManualWeight = lazyPart(async () => (await import('./manual-weight.tsx')).ManualWeight)

type Kind = 'in' | 'mid' | 'out'

// Oftener than a second, so that no second is skipped.
const EACH_SECOND_MS = 250

/** The one act of the station: write the weight down, or say in words why it cannot be. */
export function CapturePart({
  station,
  scale,
}: {
  station: Station
  scale: DeviceState | undefined
}) {
  const { visit, sending, setMode } = station
  const open = visit?.status === 'in'
  const modes = modesOf(station)
  // Another vehicle may have no such way: it starts with the usual one.
  const mode = modes.some(({ value }) => value === station.mode) ? station.mode : 'two_pass'
  const next = () => {
    const at = modes.findIndex(({ value }) => value === mode)
    setMode(modes[(at + 1) % modes.length]!.value)
  }
  const write = (kind: Kind) => {
    if (sending || visit?.status === 'closed') return
    if (mode === 'manual') void typeWeight(station, kind)
    else if (mode === 'tare') void station.capture('tare')
    else if (mode === 'stored_tare' && kind === 'out') void takeTare(station)
    else void station.capture(kind)
  }
  const main = () => write(open ? 'out' : 'in')
  useKeys([
    { code: 'F6', label: 'Режим взвешивания', run: next },
    { code: 'F8', label: 'Записать вес', run: main },
    { code: 'Enter', ctrl: true, label: 'Записать вес', run: main },
  ])
  return (
    <>
      <Radio.Group
        className={styles['modes'] ?? ''}
        aria-label="Режим (F6)"
        value={mode}
        onChange={(value) => setMode(value as StationMode)}
      >
        <div className={styles['choices']}>
          {modes.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles['capture']}>
        {visit?.status === 'closed' ? (
          <Button
            id="station-main"
            className={styles['main'] ?? ''}
            variant="default"
            onClick={station.reset}
          >
            Следующая машина
          </Button>
        ) : (
          <MainButton station={station} mode={mode} scale={scale} run={main} />
        )}
        <Why station={station} mode={mode} scale={scale} />
        {mode === 'multi' && open && (
          <Button variant="default" loading={sending} onClick={() => write('mid')}>
            Записать выгрузку
          </Button>
        )}
        <ZeroButton post={station.post} />
      </div>
    </>
  )
}

/** Ways to weigh that this vehicle has now: a tare only where one is kept, nobody has one for a private person. */
function modesOf({ visit }: Station): { value: StationMode; label: string }[] {
  const tare = visit?.status === 'in' ? visit.stored_tare : null
  return [
    { value: 'two_pass', label: 'Два взвешивания' },
    { value: 'multi', label: 'Выгрузки' },
    ...(tare
      ? [
          {
            value: 'stored_tare' as const,
            label: `Тара ${kg(tare.tare_g)} от ${day(tare.captured_at)}${tare.expired ? ', просрочена' : ''}`,
          },
        ]
      : []),
    ...(visit ? [] : [{ value: 'tare' as const, label: 'Запомнить тару' }]),
    { value: 'manual', label: 'Ручной ввод' },
  ]
}

function mainWords(mode: StationMode, open: boolean): string {
  if (mode === 'tare') return 'Запомнить тару'
  if (mode === 'stored_tare' && open) return 'Закрыть по таре'
  return open ? 'Записать выезд' : 'Записать въезд'
}

interface WhyProps {
  station: Station
  mode: StationMode
  scale: DeviceState | undefined
}

/** Looks pressable while it is; pressed all the same, it says why not. */
function MainButton({ station, mode, scale, run }: WhyProps & { run: () => void }) {
  const { text, bad } = useCaptureWords({ station, mode, scale })
  const { sending, visit } = station
  return (
    <Button
      id="station-main"
      className={styles['main'] ?? ''}
      title={bad ? text : 'F8 или Ctrl + Enter'}
      data-disabled={bad || undefined}
      loading={sending}
      onClick={run}
    >
      {mainWords(mode, visit?.status === 'in')} · F8
    </Button>
  )
}

interface CaptureWords {
  text: string
  bad?: true
  good?: true
}

/** Whether the weight may be written down now, or why not. */
function useCaptureWords({ station, mode, scale }: WhyProps): CaptureWords {
  const unfit = useLiveWeight(({ reading, doubt }) => blockedBy(reading, scale, doubt))
  const now = useNow(EACH_SECOND_MS)
  const early = useLiveWeight(({ reading }) => passBlock(reading, station.pass, now, scale?.e_g))
  const tooEarly = passBlock(undefined, station.pass, now)
  const blocked = withWait(unfit, station.pass, now) ?? early
  const waits = useWaitingWords()
  const lost = useConnection(({ state }) => state === 'lost')
  const { visit, draft, sending } = station
  const tare = visit?.stored_tare
  return (() => {
    if (sending) return { text: 'Записывается…' }
    if (visit?.status === 'closed') return { text: 'Машина взвешена: примите груз (F10)' }
    if (waits && mode !== 'manual' && mode !== 'stored_tare') return { text: waits }
    // A plate is asked for when the load stands: until then the camera has not looked yet.
    if (!draft.plate && !visit)
      return { text: (mode !== 'manual' && unfit) || 'Впишите номер машины', bad: true }
    if (lost && (mode === 'manual' || mode === 'stored_tare'))
      return { text: 'Нет связи с сервером', bad: true }
    if (mode === 'manual' && tooEarly) return { text: tooEarly, bad: true }
    if (mode === 'manual') return { text: 'Понадобятся причина и пин-код другого сотрудника' }
    if (mode === 'stored_tare' && tare)
      return { text: tare.expired ? 'Тара просрочена: понадобится пин-код' : 'Можно закрыть заезд' }
    if (blocked) return { text: blocked, bad: true }
    return lost
      ? { text: 'Запишется здесь, уйдёт на сервер само', good: true }
      : { text: 'Можно записывать', good: true }
  })()
}

function Why(props: WhyProps) {
  const { text, bad, good } = useCaptureWords(props)
  return (
    <span role="status" className={styles['why']} data-bad={bad} data-good={good}>
      {text}
    </span>
  )
}

/** Only where an empty scale has not come back to zero. */
export function ZeroButton({ post }: { post: number }) {
  const needed = useLiveWeight(({ reading }) => notBackAtZero(reading))
  const zero = useSend(weight.zero)
  if (!needed) return null
  const run = async () => {
    if (await zero.send({ body: { post } })) toast.success('Весы обнулены')
    else toast.error('Не удалось обнулить весы')
  }
  return (
    <Button variant="default" loading={zero.sending} onClick={() => void run()}>
      Обнулить весы
    </Button>
  )
}

async function takeTare(station: Station) {
  const { visit } = station
  if (!visit) return
  const { id, version } = visit
  await station.run({ command: 'use_stored_tare', id, version })
  station.setMode('two_pass')
}

/** A weight that no scale showed: typed in a window of its own. */
function typeWeight(station: Station, kind: Kind) {
  const { draft, visit } = station
  if (!visit && !draft.plate) return toast.warning('Впишите номер машины')
  const of = visit
    ? { kind, id: visit.id, version: visit.version }
    : { kind: 'in', carnumber: draft.plate, ...firstInfo(draft) }
  return openDialog({ title: 'Ручной ввод веса', width: 640 }, (close) => (
    <ManualWeight {...{ station, of, close }} refreshes={afterCapture} />
  ))
}
