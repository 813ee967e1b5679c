import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { TERMINAL_FRAMES, type TerminalFrame } from '#contract/device/scale-terminal.ts'
import { exactTime } from '#web/ui/format.ts'
import styles from '../device.module.css'
import { readLine, spaceHex, textOf } from './read-line.ts'

/** Raw traffic of a scale as it comes and goes, with what the driver read of it; 20 s at a time. */
export function Terminal(props: { companyId: string; deviceId: string }) {
  const [turn, setTurn] = useState(0)
  return <WatchedLine key={turn} {...props} restart={() => setTurn(turn + 1)} />
}

interface WatchedProps {
  companyId: string
  deviceId: string
  restart: () => void
}

function WatchedLine({ companyId, deviceId, restart }: WatchedProps) {
  const [frames, setFrames] = useState<readonly TerminalFrame[]>([])
  const [trouble, setTrouble] = useState('')
  const [live, setLive] = useState(true)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = new AbortController()
    const where = { companyId, device_id: deviceId }
    const hear = (reading: { frames: readonly TerminalFrame[]; trouble: string }) => {
      setTrouble(reading.trouble)
      if (reading.frames.length > 0) setFrames((before) => joinLines(before, reading.frames))
    }
    void readLine(where, hear, end.signal).then(() => {
      if (!end.signal.aborted) setLive(false)
    })
    return () => end.abort()
  }, [companyId, deviceId])
  useEffect(() => {
    if (frames.length > 0) place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [frames])
  return (
    <div className={styles['part']}>
      {trouble && <p className={styles['trouble']}>{trouble}</p>}
      <div className={styles['terminal']} ref={place} data-testid="terminal">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Время</th>
              <th scope="col" aria-label="Направление" />
              <th scope="col">Байты</th>
              <th scope="col">Текст</th>
              <th scope="col">Прочитано</th>
            </tr>
          </thead>
          <tbody>
            {frames.map((frame) => (
              <tr key={frame.n}>
                <td>{exactTime(frame.at)}</td>
                <td title={frame.way === 'in' ? 'От весов' : 'К весам'}>
                  {frame.way === 'in' ? '←' : '→'}
                </td>
                <td>
                  <code>{spaceHex(frame.hex)}</code>
                </td>
                <td>
                  <code>{textOf(frame.hex)}</code>
                </td>
                <td>{frame.read}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['row']}>
        <span className={styles['quiet']} role="status">
          {live ? 'Слушаю линию 20 секунд…' : 'Остановлено'}
        </span>
        <div className={styles['end']}>
          <Button onClick={restart} disabled={live} data-autofocus>
            Ещё 20 секунд
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The newest pieces, each once. */
function joinLines(
  before: readonly TerminalFrame[],
  next: readonly TerminalFrame[],
): readonly TerminalFrame[] {
  const first = next[0]?.n ?? 0
  return [...before.filter(({ n }) => n < first), ...next].slice(-TERMINAL_FRAMES)
}
