import { Button } from '@mantine/core'
import type { VisitCard, WeighingProof } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, kg } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { printedFrame } from '#contract/device/printed-frame.ts'
import styles from './visit-proof.module.css'
import { weighingLabel } from './weighing-labels.ts'

type Reading = NonNullable<WeighingProof['reading']>

/** Frame, signature and hashes of every weighing, cancelled ones included, checked by the server as the window opens. */
export function showVisitProof(visit: Pick<VisitCard, 'id' | 'number'>): Promise<void> {
  return openDialog({ title: `Показания заезда ${visit.number}`, width: 960 }, () => (
    <Proofs id={visit.id} />
  ))
}

function Proofs({ id }: { id: string }) {
  const { data, error } = useCall(visitCalls.getProof, { query: { id } })
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return (
    <div className={styles['proofs']}>
      {data.map((proof) => (
        <section key={proof.id} aria-label={weighingLabel(proof)}>
          <h3>{weighingLabel(proof)}</h3>
          <Facts facts={factsOf(proof)} />
          <Button variant="default" onClick={() => void saveProof(proof)}>
            Скачать доказательство
          </Button>
          {proof.photos.length > 0 && <Pictures photos={proof.photos} />}
        </section>
      ))}
    </div>
  )
}

/** One file for an expert: `npm run verify-proof` checks it without this program and its server. */
async function saveProof({ id, capture_no }: WeighingProof): Promise<void> {
  const proof = await send(visitCalls.getProofFile, { query: { id } })
  const file = new Blob([JSON.stringify(proof, undefined, 1)], { type: 'application/json' })
  downloadFile(file, `взвешивание-${capture_no ?? id}.json`)
}

function factsOf(proof: WeighingProof) {
  const { reading, device_title, taken_at, recorded_at } = proof
  const people = [
    { label: 'Оператор', value: proof.operator_name ?? '—' },
    ...(proof.approver_name ? [{ label: 'Подтвердил', value: proof.approver_name }] : []),
    ...(proof.reason ? [{ label: 'Причина', value: proof.reason }] : []),
    { label: 'Взвешено', value: dateTime(taken_at) },
    { label: 'Записано', value: dateTime(recorded_at) },
    ...(proof.plate_read ? [{ label: 'Номер прочла', value: plateWord(proof) }] : []),
  ]
  if (!reading) return people
  return [
    { label: 'Весы', value: device_title ?? '—' },
    { label: 'Показание', value: shownWeight(reading) },
    { label: 'Пустые весы до заезда', value: zeroWords(proof) },
    { label: 'Кадр весов', value: <Frame raw={reading.raw} /> },
    { label: 'Номер показания', value: numberWords(reading) },
    ...(proof.capture_no
      ? [{ label: 'Взвешивание весов', value: <CaptureNumber {...proof} /> }]
      : []),
    ...(proof.offline ? [{ label: 'Часы весов', value: clockWords(reading) }] : []),
    { label: 'Подпись весов', value: <Signature {...reading} /> },
    ...people,
  ]
}

function shownWeight({ weight_g, stable, zero }: Reading): string {
  return `${kg(weight_g)}, ${stable ? 'устойчиво' : 'неустойчиво'}${zero ? ', ноль' : ''}`
}

const zeroWords = ({ zero_before_g: zero }: WeighingProof) =>
  zero === null ? 'не известно' : kg(zero)

function Frame({ raw }: { raw: string }) {
  if (raw === '') return <>не сохранён</>
  const text = printedFrame(raw)
  return (
    <>
      <code className={styles['bytes']}>{raw.replaceAll(/(..)(?=.)/g, '$1 ')}</code>
      {text && <code className={styles['text']}>{text}</code>}
    </>
  )
}

const SIGNATURES = {
  fits: { tone: 'green', label: 'Верна' },
  broken: { tone: 'red', label: 'Не подходит: запись изменили' },
  no_key: { tone: 'gray', label: 'Не проверить: ключа этих весов нет' },
} as const

function Signature({ signature, covers }: Reading) {
  return (
    <>
      <Badge {...SIGNATURES[signature]} />
      {covers === 'weight' && ' Подписаны вес, время и груз; кадр и признаки подписью не покрыты'}
    </>
  )
}

function CaptureNumber({ capture_no, after_gap }: WeighingProof) {
  return (
    <>
      № {capture_no} {after_gap && <Badge tone="red" label="Предыдущего нет: его убрали из базы" />}
    </>
  )
}

function plateWord({ plate_read, plate_by }: WeighingProof): string {
  return plate_by === 'operator' ? `${plate_read}, со слов оператора` : `камера: ${plate_read}`
}

function numberWords({ seq, alibi }: Reading): string {
  return alibi ? `${seq}, в памяти индикатора ${alibi}` : String(seq)
}

/** How sure the time of a load is that the agent saw without a link. */
function clockWords({ doubt_ms }: Reading): string {
  if (doubt_ms === null) return 'не сверены с сервером: время взвешивания со слов компьютера весов'
  return `могли ошибаться на ${(doubt_ms / 1000).toLocaleString('ru', { maximumFractionDigits: 1 })} с`
}

const STATES = {
  whole: { tone: 'green', label: 'Не изменён' },
  changed: { tone: 'red', label: 'Изменён' },
  gone: { tone: 'gray', label: 'Удалён' },
} as const

function Pictures({ photos }: Pick<WeighingProof, 'photos'>) {
  return (
    <table className={styles['pictures']}>
      <thead>
        <tr>
          <th scope="col">Фото</th>
          <th scope="col">Файл</th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>
        {photos.map(({ file_id, view, state, sha256, given }) => (
          <tr key={file_id}>
            <td>{view}</td>
            <td>
              <Badge {...STATES[state]} />
              {given && <Badge tone="orange" label="Со слов оператора" />}
            </td>
            <td>
              <code className={styles['bytes']}>{sha256}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
