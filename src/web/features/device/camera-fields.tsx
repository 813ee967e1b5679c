import { Button, PasswordInput, Select, TextInput } from '@mantine/core'
import type { DeviceState, YardSetUp } from '#contract/device/site-devices.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { cameraPresets, presetUrl } from './device-labels.ts'
import styles from './device.module.css'
import { DriverSelect, type DeviceRecordForm } from './driver-select.tsx'
import { FindCameras, type FoundAddress } from './check/find-cameras.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'

const AT = 'device.connection'

interface EyeProps {
  form: DeviceRecordForm
  device: DeviceState | undefined
}

/** Where a camera's pictures come from; a maker's preset writes the address. */
export function CameraFields({ form, device, companyId }: EyeProps & { companyId: string }) {
  const { connection, site_id } = form.values.device
  const set = (values: object) =>
    form.kit.setFieldValue('device', { ...form.values.device, ...values })
  const search = async () => {
    const [user, password] = [connection['user'], connection['password']].map((one) =>
      typeof one === 'string' ? one : '',
    )
    const found = await openDialog<FoundAddress>({ title: 'Поиск камер', width: 640 }, (close) => (
      <FindCameras
        companyId={companyId}
        siteId={site_id}
        user={user ?? ''}
        password={password ?? ''}
        close={close}
      />
    ))
    if (found) set({ driver: found.driver, connection: { ...connection, url: found.url } })
  }
  return (
    <FieldGroup title="Подключение">
      <div className={styles['row']}>
        <span className={styles['quiet']}>Адрес по изготовителю:</span>
        {cameraPresets.map((preset) => (
          <Button
            key={preset.label}
            variant="default"
            size="compact-sm"
            onClick={() => {
              const url = presetUrl(String(connection['url'] ?? ''), preset)
              set({ driver: preset.driver, connection: { ...connection, url } })
            }}
          >
            {preset.label}
          </Button>
        ))}
        <div className={styles['end']}>
          <Button variant="default" onClick={() => void search()}>
            Найти камеры
          </Button>
        </div>
      </div>
      <Fields columns={1}>
        <TextInput
          label="Адрес"
          required
          placeholder="http://192.168.1.64/ISAPI/Streaming/channels/101/picture"
          {...form.field(`${AT}.url`)}
        />
      </Fields>
      <Fields columns={3}>
        <DriverSelect form={form} label="Способ" choose={(driver) => set({ driver })} />
        <TextInput label="Пользователь" autoComplete="off" {...form.field(`${AT}.user`)} />
        <Secret form={form} device={device} label="Пароль" />
      </Fields>
    </FieldGroup>
  )
}

/** Written only: a stored password is named by its presence. */
function Secret({ form, device, label }: EyeProps & { label: string }) {
  const stored = (device?.connection as { has_password?: boolean } | undefined)?.has_password
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      placeholder={stored ? 'Задан; пусто — оставить' : 'Не задан'}
      {...form.field(`${AT}.password`)}
    />
  )
}

/** Who reads plates: our own recogniser, a camera that does it itself, or a service. */
export function PlateCameraFields({ form, yard, device }: EyeProps & { yard: YardSetUp }) {
  const { driver, site_id } = form.values.device
  const choose = (next: string) => form.kit.setFieldValue('device.driver', next)
  const looks = driver === 'ppocr' || driver === 'http'
  return (
    <FieldGroup title="Подключение">
      <Fields columns={3}>
        <DriverSelect form={form} label="Кто распознаёт" choose={choose} />
        {looks && <CameraSelect form={form} yard={yard} siteId={site_id} />}
        {driver !== 'ppocr' && (
          <TextInput
            label={driver === 'http' ? 'Адрес службы' : 'Адрес камеры'}
            required
            placeholder="http://192.168.1.64"
            {...form.field(`${AT}.url`)}
          />
        )}
        {(driver === 'hikvision' || driver === 'dahua') && (
          <TextInput label="Пользователь" autoComplete="off" {...form.field(`${AT}.user`)} />
        )}
        {driver !== 'ppocr' && (
          <Secret
            form={form}
            device={device}
            label={driver === 'http' ? 'Ключ службы' : 'Пароль'}
          />
        )}
        {driver === 'hikvision' && (
          <Select
            label="Как приходят события"
            allowDeselect={false}
            data={[
              { value: 'pull', label: 'Агент читает с камеры' },
              { value: 'push', label: 'Камера шлёт агенту' },
            ]}
            {...form.field(`${AT}.mode`)}
          />
        )}
        {driver === 'dahua' && (
          <Select
            label="Откуда события"
            allowDeselect={false}
            data={[
              { value: 'attachFileProc', label: 'Снимки с событиями' },
              { value: 'eventManager', label: 'Только события' },
            ]}
            {...form.field(`${AT}.via`)}
          />
        )}
      </Fields>
    </FieldGroup>
  )
}

function CameraSelect({
  form,
  yard,
  siteId,
}: {
  form: DeviceRecordForm
  yard: YardSetUp
  siteId: string
}) {
  const cameras = yard.devices.filter((one) => one.kind === 'camera' && one.site_id === siteId)
  const { value, onChange, ...field } = form.field(`${AT}.camera`)
  return (
    <Select
      label="Через какую камеру"
      required
      placeholder={cameras.length === 0 ? 'Сначала заведите камеру' : 'Выберите камеру'}
      data={cameras.map(({ code, title }) => ({ value: String(code), label: `${code}. ${title}` }))}
      {...field}
      value={value == null ? null : String(value)}
      onChange={(next) => (onChange as (code: number | null) => void)(next ? Number(next) : null)}
    />
  )
}

const CHANNELS = { red: 'Красный', green: 'Зелёный', barrier: 'Шлагбаум' }

/** The board that switches the lamp and the barrier; a channel that is left empty is not wired. */
export function RelayFields({ form }: { form: DeviceRecordForm }) {
  const { driver, connection } = form.values.device
  const modbus = driver === 'modbus'
  // Channels are numbers on one kind of board and signs on the other.
  const choose = (next: string) =>
    form.kit.setFieldValue('device', {
      ...form.values.device,
      driver: next,
      connection: { ...connection, red: null, green: null, barrier: null },
    })
  return (
    <FieldGroup title="Подключение">
      <Fields columns={4}>
        <DriverSelect form={form} label="Плата" choose={choose} />
        {modbus ? (
          <>
            <TextInput label="Адрес" required {...form.field(`${AT}.host`)} />
            <IntInput label="Порт" required {...form.field(`${AT}.port`)} />
            <Select
              label="Обрамление"
              allowDeselect={false}
              data={[
                { value: 'tcp', label: 'Modbus/TCP' },
                { value: 'rtu', label: 'RTU' },
              ]}
              {...form.field(`${AT}.framing`)}
            />
            <IntInput label="Устройство" {...form.field(`${AT}.unit`)} />
          </>
        ) : (
          <TextInput
            label="Адрес команды"
            required
            placeholder="http://192.168.1.80/relay?ch={channel}&on={on}"
            {...form.field(`${AT}.url`)}
          />
        )}
        {Object.entries(CHANNELS).map(([channel, title]) =>
          modbus ? (
            <IntInput key={channel} label={`${title}: выход`} {...form.field(`${AT}.${channel}`)} />
          ) : (
            <TextInput key={channel} label={`${title}: знак`} {...form.field(`${AT}.${channel}`)} />
          ),
        )}
        {modbus && <IntInput label="Петля: вход" {...form.field(`${AT}.loop`)} />}
      </Fields>
    </FieldGroup>
  )
}
