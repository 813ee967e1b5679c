import { deviceSetUp } from '#contract/device/device-set-up.ts'
import {
  candidatesShowing,
  detectionLines,
  likelyCandidates,
  needsLoad,
} from '#contract/device/scale-detection.ts'
import type { ScaleCandidate } from '#contract/device/scale-detection.ts'
import { Button, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatOf, scaleByCode } from '#contract/device/scale-connection.ts'
import { CallError } from '#web/state/call-error.ts'
import { sendUnchecked } from '#web/api/send.ts'
import { kg } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import styles from '../device.module.css'

type Line = (typeof detectionLines)[number]

/** What was chosen, with the line setting under which it was understood. */
export interface FoundScale {
  candidate: ScaleCandidate
  line?: Line
}

interface DetectScaleProps {
  companyId: string
  siteId: string
  /** As the form holds it: only the server validates it. */
  transport: object & { type?: unknown }
  close: (found?: FoundScale) => void
}

interface DetectionProgress {
  tried: number
  bytes: number
  found: readonly FoundScale[]
  trouble: string
  isOver: boolean
}

const START: DetectionProgress = { tried: 0, bytes: 0, found: [], trouble: '', isOver: false }

/** Tries the settings of a line until some driver understands it; the installer compares the weight and chooses. */
export function DetectScale(props: DetectScaleProps) {
  const [attempt, setAttempt] = useState(1)
  return <Detection key={attempt} {...props} restart={() => setAttempt(attempt + 1)} />
}

/** One search, from its first line to its last. */
function Detection(props: DetectScaleProps & { restart: () => void }) {
  const { companyId, siteId, transport, close, restart } = props
  const [state, setState] = useState(START)
  const [first] = useState(transport)
  const [shown, setShown] = useState<number | null>(null)
  const lines = linesOf(first)
  useEffect(() => {
    const end = new AbortController()
    const tell = (next: DetectionProgress) => {
      if (!end.signal.aborted) setState(next)
    }
    void walk({ companyId, site_id: siteId }, first, tell, end.signal)
    return () => end.abort()
  }, [companyId, siteId, first])
  const candidates = state.found.map(({ candidate }) => candidate)
  const isClear = !needsLoad(candidates)
  const remaining = isClear
    ? likelyCandidates(candidates)
    : candidatesShowing(candidates, shown ?? 0)
  const line = lines[Math.min(state.tried, lines.length - 1)]
  return (
    <div className={styles['part']}>
      {state.trouble && <p className={styles['trouble']}>{state.trouble}</p>}
      {!state.isOver && (
        <>
          <Progress value={(100 * state.tried) / lines.length} animated aria-label="Ход поиска" />
          <p className={styles['quiet']} role="status">
            {line ? `Слушаю линию: ${lineName(line)}` : 'Слушаю линию'}
            {lines.length > 1 && `, ${state.tried + 1} из ${lines.length}`}
          </p>
        </>
      )}
      {state.isOver && !state.trouble && state.found.length === 0 && (
        <p className={styles['quiet']}>{nothingWords(state.bytes)}</p>
      )}
      {state.found.length > 0 && isClear && (
        <p className={styles['quiet']}>Сравните вес с табло индикатора и выберите совпавший.</p>
      )}
      {state.found.length > 0 && !isClear && (
        <ShownWeight
          found={state.found}
          none={remaining.length === 0 && isWeight(shown)}
          shown={shown}
          setShown={setShown}
          restart={restart}
        />
      )}
      {state.found
        .filter(({ candidate }) => remaining.includes(candidate))
        .map((found) => (
          <div className={styles['found']} key={JSON.stringify(found)}>
            <span>
              <b>{kg(found.candidate.grams)}</b> · {nameOf(found)}
              <small>
                кадров {found.candidate.good}, плохих {found.candidate.bad},{' '}
                {found.candidate.checksummed ? 'с контрольной суммой' : 'без контрольной суммы'}
              </small>
            </span>
            <Button data-autofocus onClick={() => close(found)}>
              Выбрать
            </Button>
          </div>
        ))}
    </div>
  )
}

const isWeight = (shown: number | null): shown is number =>
  shown !== null && !Number.isNaN(shown) && shown > 0

interface ShownWeightProps {
  found: readonly FoundScale[]
  /** No format read this weight. */
  none: boolean
  /** The weight that formats were compared with. */
  shown: number | null
  setShown: (grams: number | null) => void
  restart: () => void
}

/** An empty scale reads nought in several formats, and one line may be several weights: the indicator with a load decides. */
function ShownWeight({ found, none, shown, setShown, restart }: ShownWeightProps) {
  const readings = [...new Set(found.map(({ candidate }) => kg(candidate.grams)))]
  const isLoaded = found.some(({ candidate }) => (candidate.grams ?? 0) !== 0)
  // Compared when it is whole: of its first digits every format would be wrong, and the window would jump at each.
  const [typed, setTyped] = useState(shown)
  const [problem, setProblem] = useState<string>()
  const compare = () => {
    if (isWeight(typed)) setShown(typed)
    else setProblem('Введите вес с табло, например 12 480')
  }
  return (
    <>
      <p className={styles['quiet']} role="status">
        {`Линию поняли несколько протоколов (${readings.join(', ')}). ${isLoaded ? 'Введите вес с табло индикатора: останутся те, кто его прочитал.' : 'Пустые весы читаются любым: поставьте груз, повторите поиск и введите вес с табло.'}`}
      </p>
      <div className={styles['askedRow']}>
        <form
          className={styles['askedRow']}
          onSubmit={(event) => {
            event.preventDefault()
            compare()
          }}
        >
          <WeightInput
            label="Вес на табло"
            value={typed}
            error={problem}
            onChange={(grams) => {
              setTyped(grams)
              setProblem(undefined)
            }}
          />
          <Button type="submit">Сравнить</Button>
        </form>
        <Button variant="default" onClick={restart}>
          Повторить с грузом
        </Button>
      </div>
      {none && typed === shown && (
        <p className={styles['trouble']}>
          Такого веса не прочитал ни один. Повторите поиск с грузом на весах или разметьте «Свой
          текстовый формат».
        </p>
      )}
    </>
  )
}

async function walk(
  where: { companyId: string; site_id: string },
  transport: DetectScaleProps['transport'],
  tell: (state: DetectionProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let state = START
  for (const line of linesOf(transport)) {
    const asked = line ? { ...transport, ...line } : transport
    const body = { ...where, transport: asked }
    const answer = await sendUnchecked(deviceSetUp.superDetectScale, { body }, { signal }).catch(
      (error: unknown) => {
        if (error instanceof CallError || signal.aborted) return error as Error
        throw error
      },
    )
    if (signal.aborted) return
    if (answer instanceof Error) return tell({ ...state, trouble: answer.message, isOver: true })
    const found = answer.candidates.map((candidate) => ({ candidate, ...(line && { line }) }))
    state = { ...state, tried: state.tried + 1, bytes: state.bytes + answer.bytes, found }
    tell(state)
    if (found.length > 0) break
  }
  tell({ ...state, isOver: true })
}

/** A network line has no speed; a serial one is tried with each usual setting. */
function linesOf(transport: DetectScaleProps['transport']): readonly (Line | undefined)[] {
  return transport.type === 'tcp' ? [undefined] : detectionLines
}

function lineName({ baud, bits, parity, stop }: Line): string {
  return `${baud} ${bits}${parity.charAt(0).toUpperCase()}${stop}`
}

function nameOf({ candidate, line }: FoundScale): string {
  const { driver, settings } = candidate
  const { title } = scaleByCode(driver)
  const format = formatOf(driver, settings).title
  return [title, format !== title && format, line && lineName(line)].filter(Boolean).join(', ')
}

function nothingWords(bytes: number): string {
  return bytes === 0
    ? 'Линия молчит. Проверьте провод, адрес и режим передачи индикатора.'
    : `Пришло байт: ${bytes}, но ни один протокол их не понял. Проверьте меню индикатора.`
}
