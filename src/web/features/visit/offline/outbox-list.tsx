import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { visitCalls } from '#contract/visit/visit.ts'
import { callOnce } from '#web/api/use-call.ts'
import {
  saveRecord,
  type CaptureRecord,
  type OutboxRecord,
  type PhotoRecord,
} from '#web/offline/outbox-store.ts'
import { publishChange, dropRecord, giveUp, isOwn, useOutbox } from '#web/offline/outbox.ts'
import { sendAll } from '#web/offline/send-outbox.ts'
import { companyId, useStore } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { count, dateTime, kg } from '#web/ui/format.ts'
import { saveBlob } from '#web/ui/print/save-blob.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from '../platform/loads.module.css'
import frame from '../station.module.css'

const COMMANDS = {
  capture_in: 'Въезд',
  capture_mid: 'Выгрузка',
  capture_out: 'Выезд',
  capture_platform: 'Груз на платформе',
  capture_tare: 'Тара',
}

const KILOBYTE = 1024

/** All operators' records stored in this browser, with the possible actions for each (screens.md 13.5). */
export function OutboxList() {
  const { records } = useOutbox()
  const company = useStore(companyId)
  const persistence = usePersistence()
  const own = records.filter((one) => one.company_id === company)
  const others = records.length - own.length
  return (
    <>
      <table className={`${styles['loads']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">Время</th>
            <th scope="col">Запись</th>
            <th scope="col">Кто</th>
            <th scope="col">Состояние</th>
            <th scope="col">
              <span className={frame['spoken']}>Действие</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {own.map((record) => (
            <Row key={record.no} record={record} />
          ))}
        </tbody>
      </table>
      {own.length === 0 && <p className={frame['dimmed']}>Всё отправлено.</p>}
      <p className={frame['dimmed']}>
        {others > 0 && `Ещё записей другой компании: ${others}. `}
        {persistence === false &&
          'Браузер не обещает хранить записи при нехватке места: не очищайте его данные.'}
      </p>
      <div className={frame['row']}>
        <Button variant="default" onClick={() => void sendAll()}>
          Отправить сейчас
        </Button>
        <Button variant="default" onClick={() => saveToFile(own)}>
          Сохранить в файл
        </Button>
      </div>
    </>
  )
}

function Row({ record }: { record: OutboxRecord }) {
  return (
    <tr>
      <td data-label="№">{record.no}</td>
      <td>{dateTime(record.at)}</td>
      <td data-whole>{describeRecord(record)}</td>
      <td data-label="Кто">{record.author}</td>
      <td data-whole>
        <State record={record} />
      </td>
      <td data-whole>
        <Actions record={record} />
      </td>
    </tr>
  )
}

function State({ record }: { record: OutboxRecord }) {
  const { state, reason } = record
  if (state === 'rejected')
    return <Badge tone="red" icon="cross" label={`Отклонено: ${reason ?? ''}`} />
  if (state === 'given_up')
    return <Badge tone="gray" icon="stop" label={`Отказались: ${reason ?? ''}`} />
  if (record.kind === 'note')
    return <Badge tone="blue" icon="clock" label="Ждёт веса в «Без связи»" />
  if (record.after !== undefined)
    return <Badge tone="orange" icon="clock" label={`Ждёт въезда № ${record.after}`} />
  if (!isOwn(record))
    return <Badge tone="orange" icon="clock" label="Отправит автор или управляющий" />
  const missing = record.kind === 'capture' && record.missing_since !== undefined
  return (
    <Badge
      tone="orange"
      icon="clock"
      label={missing ? 'Ждёт записи самих весов' : 'Ждёт отправки'}
    />
  )
}

function Actions({ record }: { record: OutboxRecord }) {
  if (!isOwn(record)) return null
  const rejected = record.state === 'rejected' && record.kind !== 'note' ? record : undefined
  const plate =
    record.kind === 'note' || (record.kind === 'capture' && record.body.command === 'capture_in')
  return (
    <div className={frame['row']}>
      {rejected && rejected.after === undefined && (
        <Button variant="default" onClick={() => void repeat(rejected)}>
          Повторить
        </Button>
      )}
      {record.kind === 'photo' && (
        <Button variant="default" onClick={() => saveBlob(record.picture, photoName(record))}>
          Сохранить
        </Button>
      )}
      {record.state !== 'given_up' && plate && (rejected || record.kind === 'note') && (
        <Button variant="default" onClick={() => void changePlate(record)}>
          Исправить номер
        </Button>
      )}
      {record.state === 'given_up' ? (
        <Button variant="subtle" onClick={() => void dropRecord(record.no)}>
          Убрать
        </Button>
      ) : (
        (rejected || record.kind === 'note') && (
          <Button variant="subtle" data-danger onClick={() => void refuseIt(record)}>
            Отказаться
          </Button>
        )
      )}
    </div>
  )
}

const photoName = ({ no, at }: PhotoRecord) => `Фото заезда ${no} ${dateTime(at)}`

function describeRecord(record: OutboxRecord): string {
  if (record.kind === 'note') {
    const { carnumber, direction, supplier, comment } = record.body
    const way = direction === 'in' ? 'въезд' : 'выезд'
    return [carnumber, way, supplier, comment].filter(Boolean).join(' · ')
  }
  if (record.kind === 'photo')
    return `Фото заезда, ${count(Math.ceil(record.picture.size / KILOBYTE))} КБ`
  const { body } = record
  const whose = 'carnumber' in body ? body.carnumber : undefined
  return [COMMANDS[body.command], whose, kg(body.reading.weight_g)].filter(Boolean).join(' · ')
}

/** Another user's change of the same visit does not refuse the weight: the newest version is sent. */
async function repeat(record: CaptureRecord | PhotoRecord) {
  await saveRecord(record.kind === 'photo' ? waitingAgain(record) : await newestOf(record))
  await publishChange()
  await sendAll()
}

function waitingAgain<R extends CaptureRecord | PhotoRecord>(record: R): R {
  const { reason: _reason, code: _code, ...rest } = record
  return { ...rest, state: 'waiting' } as R
}

async function newestOf(record: CaptureRecord): Promise<CaptureRecord> {
  const { missing_since: _since, ...waitingRecord } = waitingAgain(record)
  const { body, code } = record
  if (code !== 'common.stale' || !('id' in body)) return waitingRecord
  const { items } = await callOnce(visitCalls.find, { query: { filter: { id: body.id } } })
  const version = items[0]?.version
  return version ? { ...waitingRecord, body: { ...body, version } } : waitingRecord
}

async function changePlate(record: OutboxRecord) {
  if (record.kind === 'photo') return undefined
  const now = 'carnumber' in record.body ? (record.body.carnumber ?? '') : ''
  const carnumber = await ask.input({
    title: 'Номер машины',
    label: 'Номер машины',
    kind: 'plate',
    value: now,
  })
  if (!carnumber) return
  if (record.kind === 'note') {
    await saveRecord({ ...record, body: { ...record.body, carnumber } })
    return publishChange()
  }
  await repeat({ ...record, body: { ...record.body, carnumber } as CaptureRecord['body'] })
}

async function refuseIt(record: OutboxRecord) {
  const reason = await ask.textarea({
    title: `Отказаться от записи № ${record.no}?`,
    label: 'Причина',
    min: 5,
    main: 'Отказаться',
  })
  if (reason !== undefined) await giveUp(record, reason)
}

/** Requested when the list is first opened; without persistence the browser may delete everything when its disk is full. */
function usePersistence(): boolean | undefined {
  const [isPersistent, setPersistent] = useState<boolean>()
  useEffect(() => {
    void navigator.storage.persist().then(setPersistent)
  }, [])
  return isPersistent
}

function saveToFile(records: OutboxRecord[]) {
  const file = new Blob([JSON.stringify(records, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'priyomka-neotpravlennoe.json'
  link.click()
  URL.revokeObjectURL(link.href)
  toast.success('Записи сохранены в файл')
}
