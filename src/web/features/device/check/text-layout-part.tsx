import { Button, Checkbox, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { issueText } from '#contract/core/issue-text.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { agreedUnit, toGrams } from '#contract/scales/form/shown-weight.ts'
import { layoutReader } from '#contract/scales/form/text-frames.ts'
import { bytesOfHex } from '#contract/scales/form/line-bytes.ts'
import { textLayout, type LayoutFrame, type TextLayout } from '#contract/scales/form/text-layout.ts'
import { HEARD_BYTES } from '#contract/device/scale-detection.ts'
import { kg } from '#web/ui/format.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { layoutBody, saysBody, transportBody } from '../device-values.ts'
import type { DeviceRecordForm } from '../driver-select.tsx'
import styles from '../device.module.css'
import { LayoutStatusRows } from './layout-status-rows.tsx'
import { captureLine, spaceHex, textOf } from './read-line.ts'

const AT = 'device.connection.settings.layout'
/** Frames of a capture that are shown one by one. */
const SHOWN_FRAMES = 6
/** Of the capture itself, so that starts and ends can be seen. */
const SHOWN_BYTES = 96

interface TextLayoutProps {
  form: DeviceRecordForm
  companyId: string
  device: DeviceState | undefined
}

/** A line that no driver knows: its bytes are captured, and what a layout reads of them is shown while it is typed. */
export function TextLayoutPart({ form, companyId, device }: TextLayoutProps) {
  const [captured, setCaptured] = useState<Uint8Array>()
  const take = (bytes: Uint8Array) => {
    setCaptured(bytes)
    form.kit.setFieldValue('device.shown.raw', hexOf(bytes.slice(-HEARD_BYTES)))
  }
  return (
    <>
      <Capture form={form} companyId={companyId} device={device} captured={take} />
      {captured && <CapturedBytes bytes={captured} />}
      <LayoutFields form={form} />
      <LayoutStatusRows form={form} />
      {captured && <Preview form={form} bytes={captured} />}
      <Fields columns={4}>
        <WeightInput
          label="Вес на табло"
          placeholder="с грузом на весах"
          {...form.field('device.shown.weight_g')}
        />
      </Fields>
      <p className={styles['quiet']}>
        Чтобы включить весы, поставьте на них груз, захватите линию и введите вес с табло: пустые
        весы подходят к любой разметке.
      </p>
    </>
  )
}

type CaptureProps = TextLayoutProps & { captured: (bytes: Uint8Array) => void }

function Capture({ form, companyId, device, captured }: CaptureProps) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const end = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    end.current = controller
    return () => controller.abort()
  }, [])
  const capture = async () => {
    const { signal } = end.current
    const { site_id: siteId, connection } = form.values.device
    const transport = transportBody(connection.transport)
    const says = saysBody(connection.settings)
    setBusy(true)
    setTrouble('')
    const deviceId = device && !form.values.device.disabled ? device.id : undefined
    const bytes = await captureLine({ companyId, siteId, deviceId, transport, says }, signal)
    if (signal.aborted) return
    setBusy(false)
    if (typeof bytes === 'string') setTrouble(bytes)
    else captured(bytes)
  }
  return (
    <div className={styles['row']}>
      <Button variant="default" loading={busy} onClick={() => void capture()}>
        Захватить линию
      </Button>
      <span className={trouble ? styles['trouble'] : styles['quiet']} role="status">
        {trouble ||
          (busy
            ? 'Слушаю линию…'
            : 'Агент передаст байты линии, и вес будет виден, пока размечаете кадр.')}
      </span>
    </div>
  )
}

function CapturedBytes({ bytes }: { bytes: Uint8Array }) {
  const hex = hexOf(bytes.slice(-SHOWN_BYTES))
  return (
    <div className={styles['captured']} data-testid="captured-line">
      <p>
        <code>{textOf(hex)}</code>
      </p>
      <p>
        <code>{spaceHex(hex)}</code>
      </p>
    </div>
  )
}

function LayoutFields({ form }: { form: DeviceRecordForm }) {
  const place = (label: string, key: string, placeholder = 'нет') => (
    <IntInput label={label} placeholder={placeholder} {...form.field(`${AT}.${key}`)} />
  )
  const sign = (label: string, key: string) => (
    <TextInput label={label} maxLength={1} placeholder="нет" {...form.field(`${AT}.${key}`)} />
  )
  return (
    <Fields columns={4}>
      <TextInput label="Начало, байты" placeholder="02" {...form.field(`${AT}.start`)} />
      <TextInput label="Конец, байты" placeholder="0D" {...form.field(`${AT}.end`)} />
      {place('Знаков между ними', 'length', '')}
      {place('Вес: с какого знака', 'number_from', '')}
      {place('Вес: сколько знаков', 'number_length', '')}
      {place('Знаков после запятой', 'decimals', 'как в кадре')}
      {place('Знак минус: место', 'sign_at', 'в самом числе')}
      <Checkbox
        label="Число задом наперёд"
        {...form.field(`${AT}.reversed`, { type: 'checkbox' })}
      />
      {place('Тара: с какого знака', 'tare_from')}
      {place('Тара: сколько знаков', 'tare_length')}
      {place('Единица: с какого знака', 'unit_from')}
      {place('Единица: сколько знаков', 'unit_length')}
      {place('Покой: место', 'stable_at')}
      {sign('Покой: знак', 'stable_is')}
      {place('Брутто: место', 'gross_at')}
      {sign('Брутто: знак', 'gross_is')}
      {place('Перегруз: место', 'overload_at')}
      {sign('Перегруз: знак', 'overload_is')}
    </Fields>
  )
}

/** A place that nobody has typed yet is told as what is missing, never in the schema's own words. */
function layoutTrouble(issue: z.core.$ZodIssue): string {
  const [part, row] = issue.path
  return part === 'status' && typeof row === 'number'
    ? `Состояние ${row + 1}: ${issueText(issue).toLowerCase()}`
    : issueText(issue)
}

/** By the reader that the agent weighs with. */
function Preview({ form, bytes }: { form: DeviceRecordForm; bytes: Uint8Array }) {
  const { settings } = form.values.device.connection
  const layout = textLayout.safeParse(layoutBody(settings['layout'] as Record<string, unknown>))
  if (!layout.success)
    return (
      <p className={styles['trouble']} data-testid="layout-preview">
        {layoutTrouble(layout.error.issues[0]!)}
      </p>
    )
  const frames = layoutReader(layout.data).feed(bytes)
  const words = frames.map((frame) => describeFrame(frame, settings['unit'] as WeightUnit))
  const understood = words.filter(({ weight }) => weight).length
  return (
    <div className={styles['part']} data-testid="layout-preview">
      <p className={understood === 0 ? styles['trouble'] : styles['quiet']} role="status">
        {`Понято кадров: ${understood} из ${frames.length}. Сравните вес с табло индикатора.`}
      </p>
      <code className={styles['frame']}>{placesOf(layout.data)}</code>
      {frames.slice(-SHOWN_FRAMES).map((frame, i) => (
        <div className={styles['row']} key={i}>
          <code className={styles['frame']}>
            {textOf(hexOf(frame.raw.map((byte) => byte & 0x7f)))}
          </code>
          <b>{words.slice(-SHOWN_FRAMES)[i]!.text}</b>
        </div>
      ))}
    </div>
  )
}

/** The last digit of each place above the frames; the start counts for none. */
function placesOf({ start, length }: TextLayout): string {
  const digits = Array.from({ length }, (_, i) => (i + 1) % 10).join('')
  return ' '.repeat(bytesOfHex(start).length) + digits
}

const BAD = {
  length: 'длина не та',
  alphabet: 'в весе не цифры',
  status: 'состояние не описано',
}
const BEYOND = { overload: 'перегруз', underload: 'ниже нуля шкалы' }

function describeFrame(frame: LayoutFrame, own: WeightUnit): { weight: boolean; text: string } {
  if (frame.kind === 'bad') return { weight: false, text: BAD[frame.reason] }
  if (frame.kind !== 'weight') return { weight: true, text: BEYOND[frame.kind] }
  const { unit } = agreedUnit(frame.named, own)
  if (!unit) return { weight: false, text: 'единица не та' }
  const grams = toGrams(frame.shown, unit)
  if (grams === undefined) return { weight: false, text: 'деление меньше 1 г' }
  const tare = frame.tare && toGrams(frame.tare, unit)
  const net = frame.net && (tare ? `нетто, тара ${kg(tare)}` : 'нетто: весом не считается')
  const marks = [net, frame.stable === false && 'движется']
  return { weight: true, text: [kg(grams), ...marks].filter(Boolean).join(', ') }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
