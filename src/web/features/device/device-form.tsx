import { deviceSetUp } from '#contract/device/device-set-up.ts'
import { saveDeviceBody } from '#contract/device/device-set-up.ts'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type DeviceState, type YardSetUp } from '#contract/device/site-devices.ts'
import { device as deviceCalls } from '#contract/device/device.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { CameraFields, PlateCameraFields, RelayFields } from './camera-fields.tsx'
import { deviceInput, deviceValues, type Kind } from './device-values.ts'
import { kindTitles, describeDelivery } from './device-labels.ts'
import type { DeviceRecordForm } from './driver-select.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { ScaleFields, ScaleLimits } from './scale-fields.tsx'

interface DeviceFormProps {
  companyId: string
  kind: Kind
  id?: string
}

/** A new or stored device of the site; returns the site devices after the change. */
export function openDevice(props: DeviceFormProps): Promise<YardSetUp | undefined> {
  const title = props.id ? kindTitles[props.kind] : `${kindTitles[props.kind]}: новое устройство`
  return openDialog<YardSetUp>({ title, width: 960 }, (close) => (
    <DeviceFields {...props} close={close} />
  ))
}

/** The form follows the record: a change by another person is merged with what was typed. */
function DeviceFields(props: DeviceFormProps & { close: (yard?: YardSetUp) => void }) {
  const { companyId, id } = props
  const yard = useCall(deviceCalls.superGetYard, { query: { companyId } }, { quiet: true })
  if (yard.error && !yard.data) return <p>{yard.error.message}</p>
  if (!yard.data) return <Waiting />
  const device = yard.data.devices.find((one) => one.id === id)
  if (id && !device) return <p>Устройство удалено.</p>
  return <DeviceForm {...props} yard={yard.data} device={device} />
}

interface FormProps extends DeviceFormProps {
  yard: YardSetUp
  device: DeviceState | undefined
  close: (yard?: YardSetUp) => void
}

function DeviceForm({ companyId, kind, yard, device, close }: FormProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(deviceSetUp.superSaveDevice, { refreshes: [deviceCalls.superGetYard] })
  const form = useRecordForm({
    schema: saveDeviceBody,
    initial: deviceValues(yard, kind, device),
    ...(device && { version: device.version }),
    toBody: (values) => ({
      companyId,
      ...(device ? { version: device.version } : { client_id: clientId }),
      device: deviceInput(values, device?.id),
    }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={close}
      said={`Устройство сохранено. ${describeDelivery(yard.sites, form.values.device.site_id)}`}
      actions={
        device && <RemoveButton companyId={companyId} device={device} done={() => close(yard)} />
      }
    >
      <Place form={form} yard={yard} kind={kind} />
      {kind === 'scale' && <ScaleFields form={form} companyId={companyId} device={device} />}
      {kind === 'scale' && <ScaleLimits form={form} />}
      {kind === 'camera' && <CameraFields form={form} device={device} companyId={companyId} />}
      {kind === 'plate_camera' && <PlateCameraFields form={form} yard={yard} device={device} />}
      {kind === 'relay' && <RelayFields form={form} />}
    </SaveForm>
  )
}

function Place({ form, yard, kind }: { form: DeviceRecordForm; yard: YardSetUp; kind: Kind }) {
  const { site_id } = form.values.device
  const posts = yard.posts.filter((post) => post.site_id === site_id)
  const sites = yard.sites.filter(({ status, id }) => status === 'active' || id === site_id)
  return (
    <FieldGroup title="Устройство">
      <Fields columns={4}>
        <TextInput label="Название" required data-autofocus {...form.field('device.title')} />
        <IntInput label="Номер" required {...form.field('device.code')} />
        <Select
          label="Площадка"
          required
          allowDeselect={false}
          data={sites.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('device.site_id')}
        />
        <Select
          label="Пост"
          clearable
          placeholder={kind === 'camera' ? 'Вся площадка' : 'Не работает без поста'}
          data={posts.map(({ number, title }) => ({
            value: String(number),
            label: `${number}. ${title}`,
          }))}
          {...form.field('device.post')}
        />
      </Fields>
      <Checkbox label="Отключено" {...form.field('device.disabled', { type: 'checkbox' })} />
    </FieldGroup>
  )
}

interface RemoveProps {
  companyId: string
  device: DeviceState
  done: () => void
}

function RemoveButton({ companyId, device, done }: RemoveProps) {
  const remove = useSend(deviceCalls.superDeleteDevice, { refreshes: [deviceCalls.superGetYard] })
  const run = async () => {
    const yes = await ask.confirm({
      title: 'Удалить устройство?',
      text: 'Удаляется только то, чем ещё не взвешивали. Остальное можно отключить.',
      main: 'Удалить',
      danger: true,
      facts: [{ label: kindTitles[device.kind], value: device.title }],
    })
    const query = { companyId, deviceId: device.id }
    if (yes && (await remove.send({ query }))) done()
  }
  return (
    <Button variant="default" loading={remove.sending} onClick={() => void run()}>
      Удалить
    </Button>
  )
}
