import { Button, Radio } from '@mantine/core'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { useConnection } from '#web/state/connection.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import {
  captureReadiness,
  isHindered,
  isReady,
  type CaptureReadiness,
} from './capture-readiness.ts'
import { passBlock } from '../truck/pass-labels.ts'
import { blockedBy, notBackAtZero } from './reading-messages.ts'
import { firstInfo } from '../truck/station-draft.ts'
import { useWaitingWords } from './use-capture.ts'
import { useNow } from './use-now.ts'
import { modeFor, weighingModes } from '../truck/weighing-modes.ts'
import type { StationMode } from '../truck/station-state.ts'
import { afterCapture, type Station } from '../truck/use-station.ts'
import styles from './capture.module.css'

const ManualWeight = lazyPart(async () => (await import('./manual-weight.tsx')).ManualWeight)

type Kind = 'in' | 'mid' | 'out'

// Oftener than a second, so that no second is skipped.
const EACH_SECOND_MS = 250

/** The main action of the station: records the weight, or says in words why it cannot. */
export function CapturePart({
  station,
  scale,
}: {
  station: Station
  scale: DeviceState | undefined
}) {
  const { visit, sending, setMode } = station
  const open = visit?.status === 'in'
  const modes = weighingModes(visit, useMaySend(visitCalls.update, 'manual_weight'))
  const mode = modeFor(station.mode, modes)
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
  const keyOf = useHotkeyNames()
  useKeys([
    { hotkey: 'mode', label: 'Режим взвешивания', run: next },
    { hotkey: 'weigh', label: 'Записать вес', run: main },
    { hotkey: 'main', label: 'Записать вес', run: main },
  ])
  return (
    <>
      <Radio.Group
        className={styles['modes'] ?? ''}
        aria-label={`Режим (${keyOf('mode')})`}
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

/** Looks enabled only when the weight can be recorded; when pressed anyway, it says why not. */
function MainButton({ station, mode, scale, run }: WhyProps & { run: () => void }) {
  const keyOf = useHotkeyNames()
  const readiness = useReadiness({ station, mode, scale })
  const bad = isHindered(readiness)
  const { sending, visit } = station
  return (
    <Button
      id="station-main"
      className={styles['main'] ?? ''}
      title={bad ? readiness.text : `${keyOf('weigh')} или ${keyOf('main')}`}
      data-disabled={bad || undefined}
      loading={sending}
      onClick={run}
    >
      {mainWords(mode, visit?.status === 'in')} · {keyOf('weigh')}
    </Button>
  )
}

function useReadiness({ station, mode, scale }: WhyProps): CaptureReadiness {
  const { visit, draft, sending, pass } = station
  const now = useNow(EACH_SECOND_MS)
  const unfit = useLiveWeight(({ reading, ...why }) => blockedBy(reading, scale, why))
  const early = useLiveWeight(({ reading }) => passBlock(reading, pass, now, scale?.e_g))
  const tooEarly = passBlock(undefined, pass, now)
  const queued = useWaitingWords()
  const lost = useConnection(({ state }) => state === 'lost')
  const { plate } = draft
  const facts = { mode, plate, visit, sending, lost, queued, unfit, early, tooEarly, pass, now }
  return captureReadiness(facts)
}

function Why(props: WhyProps) {
  const readiness = useReadiness(props)
  const bad = isHindered(readiness) || undefined
  return (
    <span
      role="status"
      className={styles['why']}
      data-bad={bad}
      data-good={isReady(readiness) || undefined}
    >
      {readiness.text}
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
