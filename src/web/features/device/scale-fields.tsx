import type { ScaleCandidate } from '#contract/device/scale-detection.ts'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatOf, isScaleDriver, scaleByCode } from '#contract/device/scale-connection.ts'
import type { ScaleFormat, ScaleSetting, SettingPart } from '#contract/scales/form/scale-form.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { DetectScale, type FoundScale } from './check/detect-scale.tsx'
import { startSettings, transportBody } from './device-values.ts'
import { DriverSelect, type DeviceRecordForm } from './driver-select.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { ModbusMap } from './check/modbus-map.tsx'
import { TextLayoutPart } from './check/text-layout-part.tsx'
import styles from './device.module.css'

const options = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label }))
const texts = (values: readonly (string | number)[]) => values.map(String)

const TRANSPORTS = {
  tcp: 'Сеть (рекомендуется)',
  tty: 'Порт Linux',
  windows_serial: 'COM-порт Windows',
}
const BAUDS = texts([600, 1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200])
const PARITIES = { none: 'нет (N)', even: 'чётность (E)', odd: 'нечётность (O)' }
const ROOT = 'device.connection'

interface ScaleFieldsProps {
  form: DeviceRecordForm
  companyId: string
  device: DeviceState | undefined
}

/** How the indicator is reached and how it speaks, with what to choose in its own menu. */
export function ScaleFields({ form, companyId, device }: ScaleFieldsProps) {
  const { driver, connection, site_id } = form.values.device
  const { transport, settings } = connection
  const format = isScaleDriver(driver) ? formatOf(driver, settings) : undefined
  const detect = async () => {
    const found = await openDialog<FoundScale>(
      { title: 'Поиск протокола', width: 640 },
      (close) => (
        <DetectScale
          companyId={companyId}
          siteId={site_id}
          transport={transportBody(transport)}
          close={close}
        />
      ),
    )
    if (found) form.kit.setFieldValue('device', withFound(form, found))
  }
  const choose = (next: string) =>
    form.kit.setFieldValue('device', {
      ...form.values.device,
      driver: next,
      connection: { ...connection, settings: startSettings(next) },
    })
  return (
    <>
      <FieldGroup title="Подключение">
        <Fields columns={4}>
          <Select
            label="Связь"
            required
            allowDeselect={false}
            data={options(TRANSPORTS)}
            {...form.field(`${ROOT}.transport.type`)}
          />
          <Line form={form} serial={transport['type'] !== 'tcp'} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Протокол">
        <Fields columns={3}>
          <DriverSelect form={form} label="Индикатор" choose={choose} />
          <Format form={form} driver={driver} />
          {format && <Settings form={form} settings={format.settings} />}
        </Fields>
        <p className={styles['hint']} data-testid="indicator-hint">
          {format?.hint}
        </p>
        {format && (
          <Parts form={form} settings={format.settings} companyId={companyId} device={device} />
        )}
        <div className={styles['row']}>
          <Button variant="default" onClick={() => void detect()}>
            Найти протокол
          </Button>
          <span className={styles['quiet']}>
            {device
              ? 'Линию, которой пользуются эти весы, агент искать не станет: отключите их сначала.'
              : 'Агент послушает линию и скажет, какие протоколы на ней понял.'}
          </span>
        </div>
      </FieldGroup>
    </>
  )
}

function withFound(form: DeviceRecordForm, { candidate, line }: FoundScale) {
  const { device } = form.values
  const settings = { ...startSettings(candidate.driver), ...candidate.settings }
  const numbers = line && {
    ...line,
    baud: String(line.baud),
    bits: String(line.bits),
    stop: String(line.stop),
  }
  const transport = { ...device.connection.transport, ...numbers }
  return {
    ...device,
    driver: candidate.driver satisfies ScaleCandidate['driver'],
    connection: { ...device.connection, transport, settings },
  }
}

function Line({ form, serial }: { form: DeviceRecordForm; serial: boolean }) {
  const at = `${ROOT}.transport`
  if (!serial)
    return (
      <>
        <TextInput
          label="Адрес"
          required
          placeholder="192.168.1.20"
          {...form.field(`${at}.host`)}
        />
        <IntInput label="Порт" required {...form.field(`${at}.port`)} />
      </>
    )
  return (
    <>
      <TextInput
        label="Порт"
        required
        placeholder={
          form.values.device.connection.transport['type'] === 'tty' ? '/dev/serial/by-id/…' : 'COM3'
        }
        {...form.field(`${at}.path`)}
      />
      <Select label="Скорость" allowDeselect={false} data={BAUDS} {...form.field(`${at}.baud`)} />
      <Select label="Бит" allowDeselect={false} data={['7', '8']} {...form.field(`${at}.bits`)} />
      <Select
        label="Чётность"
        allowDeselect={false}
        data={options(PARITIES)}
        {...form.field(`${at}.parity`)}
      />
      <Select
        label="Стоп-бит"
        allowDeselect={false}
        data={['1', '2']}
        {...form.field(`${at}.stop`)}
      />
    </>
  )
}

function Format({ form, driver }: { form: DeviceRecordForm; driver: string }) {
  if (!isScaleDriver(driver)) return null
  const { by, formats } = scaleByCode(driver)
  if (!by) return null
  return (
    <Select
      label={by.label}
      required
      allowDeselect={false}
      data={Object.entries(formats).map(([value, { title }]) => ({ value, label: title }))}
      {...form.field(`${ROOT}.settings.${by.key}`)}
    />
  )
}

interface SettingsProps {
  form: DeviceRecordForm
  settings: ScaleFormat['settings']
}

function Settings({ form, settings }: SettingsProps) {
  return Object.entries(settings).map(([key, setting]) => (
    <Setting key={key} form={form} at={`${ROOT}.settings.${key}`} setting={setting} />
  ))
}

function Setting({
  form,
  at,
  setting,
}: {
  form: DeviceRecordForm
  at: string
  setting: ScaleSetting
}) {
  const { label, input } = setting
  switch (input.kind) {
    case 'choice':
      return (
        <Select
          label={label}
          clearable={input.clearable}
          allowDeselect={input.clearable}
          {...(input.clearable && { placeholder: 'Как в кадре' })}
          data={options(input.titles)}
          {...form.field(at)}
        />
      )
    case 'number':
      return <IntInput label={label} {...form.field(at)} />
    case 'text':
      return <TextInput label={label} maxLength={input.maxLength} {...form.field(at)} />
    case 'flag':
      return <Checkbox label={label} {...form.field(at, { type: 'checkbox' })} />
    case 'part':
      return null
  }
}

const PARTS: Record<SettingPart, (props: ScaleFieldsProps) => ReactNode> = {
  'register-map': ModbusMap,
  'text-layout': TextLayoutPart,
}

/** Settings that need more room than a field. */
function Parts({ settings, ...props }: SettingsProps & ScaleFieldsProps) {
  return Object.entries(settings).map(([key, { input }]) => {
    if (input.kind !== 'part') return null
    const Part = PARTS[input.part]
    return <Part key={key} {...props} />
  })
}

/** Limits of the verified instrument; what is left empty follows from e. */
export function ScaleLimits({ form }: { form: DeviceRecordForm }) {
  return (
    <FieldGroup title="Пределы и поверка">
      <Fields columns={4}>
        <WeightInput label="Max" required {...form.field('device.max_g')} />
        <WeightInput label="Min" placeholder="20 e" {...form.field('device.min_g')} />
        <WeightInput label="Деление d" required {...form.field('device.d_g')} />
        <WeightInput label="Деление e" required {...form.field('device.e_g')} />
        <WeightInput label="Зона нуля" placeholder="e" {...form.field('device.zero_band_g')} />
        <WeightInput
          label="Порог груза"
          placeholder="по посту"
          {...form.field('device.presence_g')}
        />
        <DateInput label="Поверка до" {...form.field('device.verification_until')} />
        <TextInput label="Свидетельство" {...form.field('device.verification_doc')} />
      </Fields>
    </FieldGroup>
  )
}
