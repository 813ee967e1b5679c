import type { DeviceState, YardSetUp } from '#contract/device/site-devices.ts'
import { formatOf, isScaleDriver, scaleByCode } from '#contract/device/scale-connection.ts'
import type { SettingPart } from '#contract/scales/form/scale-form.ts'

type Plain = Record<string, unknown>
export type Kind = DeviceState['kind']

/** What the form holds: the fields of all drivers, so that changing the driver loses nothing. */
export interface DeviceValues extends Plain {
  device: {
    kind: Kind
    driver: string
    site_id: string
    post: string | null
    code: number | null
    title: string
    disabled: boolean
    max_g: number | null
    min_g: number | null
    d_g: number | null
    e_g: number | null
    zero_band_g: number | null
    presence_g: number | null
    verification_until: string | null
    verification_doc: string | null
    /** Of a layout that is typed in: captured bytes, and what the indicator shows with them. */
    shown: { raw: string; weight_g: number | null }
    connection: Plain & { transport: Plain; settings: Plain }
  }
}

const LINE = { baud: '9600', bits: '8', parity: 'none', stop: '1' }
const TRANSPORT = { type: 'tcp', host: '', port: 4001, path: '', ...LINE }

/** Default settings of every format, by the contract's own defaults, so that changing the format loses nothing. */
export function startSettings(driver: string): Plain {
  if (!isScaleDriver(driver)) return {}
  const { by, formats } = scaleByCode(driver)
  const starts = Object.values(formats).flatMap(({ settings }) =>
    Object.entries(settings).map(([key, { start }]) => [key, start]),
  )
  const first = Object.keys(formats)[0]
  return withTexts(driver, { ...Object.fromEntries(starts), ...(by && { [by.key]: first }) })
}

const CONNECTION: Record<Kind, Plain> = {
  scale: {},
  camera: { url: '', user: '', password: '' },
  plate_camera: {
    camera: null,
    url: '',
    user: '',
    password: '',
    mode: 'pull',
    via: 'attachFileProc',
  },
  relay: {
    host: '',
    port: 502,
    framing: 'tcp',
    unit: 1,
    url: '',
    red: null,
    green: null,
    barrier: null,
    loop: null,
  },
}

const FIRST_DRIVER: Record<Kind, string> = {
  scale: 'tenso-m',
  camera: 'snapshot',
  plate_camera: 'ppocr',
  relay: 'modbus',
}

const textOf = (post: number | null | undefined) => (post == null ? null : String(post))

/** The only post of a site is where its new scale, plate camera or barrier stands; a camera may see the whole site. */
function onlyPost({ posts }: YardSetUp, kind: Kind, siteId?: string): string | null {
  const here = posts.filter(({ site_id }) => site_id === siteId)
  return kind !== 'camera' && here.length === 1 ? textOf(here[0]!.number) : null
}

/** Initial values of the form: a saved device, or a new one of a kind with the next free number. */
export function deviceValues(yard: YardSetUp, kind: Kind, device?: DeviceState): DeviceValues {
  const driver = device?.driver ?? FIRST_DRIVER[kind]
  const { transport, settings, ...rest } = (device?.connection ?? {}) as Plain & {
    transport?: Plain
    settings?: Plain
  }
  const main = yard.sites.find(({ is_default }) => is_default) ?? yard.sites[0]
  const scale = (key: 'max_g' | 'min_g' | 'd_g' | 'e_g' | 'zero_band_g' | 'presence_g') =>
    device?.[key] ?? null
  return {
    device: {
      kind,
      driver,
      site_id: device?.site_id ?? main?.id ?? '',
      post: device ? textOf(device.post) : onlyPost(yard, kind, main?.id),
      code: device?.code ?? freeCode(yard, kind),
      title: device?.title ?? '',
      disabled: device?.status === 'disabled',
      max_g: scale('max_g'),
      min_g: scale('min_g'),
      d_g: scale('d_g'),
      e_g: scale('e_g'),
      zero_band_g: scale('zero_band_g'),
      presence_g: scale('presence_g'),
      verification_until: device?.verification_until ?? null,
      verification_doc: device?.verification_doc ?? '',
      shown: { raw: '', weight_g: null },
      connection: {
        ...CONNECTION[kind],
        ...rest,
        transport: textsOf({ ...TRANSPORT, ...transport }, ['baud', 'bits', 'stop']),
        settings: withTexts(driver, { ...startSettings(driver), ...settings }),
      },
    },
  }
}

function freeCode(yard: YardSetUp, kind: Kind): number {
  const taken = new Set(yard.devices.filter((one) => one.kind === kind).map(({ code }) => code))
  let code = 1
  while (taken.has(code)) code++
  return code
}

/** A part of the settings as the form holds it, and as it is sent. */
const PARTS: Record<
  SettingPart,
  { toForm: (part: Plain) => Plain; toBody: (part: Plain) => Plain }
> = {
  'register-map': {
    toForm: (part) => textsOf(part, ['fc']),
    toBody: (part) => numbersOf(part, ['fc']),
  },
  'text-layout': { toForm: (part) => part, toBody: layoutBody },
}

/** What was left empty is not sent. */
export function layoutBody(layout: Plain): Plain {
  const { status, ...rest } = layout
  const rows = (status as Plain[] | undefined) ?? []
  return { ...filledFields(rest), ...(rows.length > 0 && { status: rows.map(filledFields) }) }
}

/** Greeting and question of a format that is typed in, where it has them; undefined = the line is searched. */
export function saysBody({ format, greeting, question }: Plain) {
  const says = filledFields({ greeting, ...(format === 'asked' && { question }) })
  return Object.keys(says).length > 0
    ? (says as { greeting?: string; question?: string })
    : undefined
}

function filledFields(values: Plain): Plain {
  return Object.fromEntries(
    Object.entries(fillDefaults(values)).filter(([, value]) => value !== ''),
  )
}

function withTexts(driver: string, settings: Plain): Plain {
  return mapParts(driver, settings, 'toForm')
}

function mapParts(driver: string, values: Plain, way: 'toForm' | 'toBody'): Plain {
  if (!isScaleDriver(driver)) return values
  const settings = Object.values(scaleByCode(driver).formats).flatMap((format) =>
    Object.entries(format.settings),
  )
  const parts = settings.flatMap(([key, { input }]) =>
    input.kind === 'part' && values[key]
      ? [[key, PARTS[input.part][way](values[key] as Plain)]]
      : [],
  )
  return { ...values, ...Object.fromEntries(parts) }
}

/** Choices among numbers are texts in the form. */
function textsOf(values: Plain, keys: string[]): Plain {
  return { ...values, ...Object.fromEntries(keys.map((key) => [key, String(values[key])])) }
}

function numbersOf(values: Plain, keys: string[]): Plain {
  return { ...values, ...Object.fromEntries(keys.map((key) => [key, Number(values[key])])) }
}

/** The body of `device/superSaveDevice` but for its address: what the chosen driver knows and nothing else. */
export function deviceInput({ device }: DeviceValues, id?: string): Plain {
  const { max_g, min_g, d_g, e_g, zero_band_g, presence_g } = device
  return {
    ...pick(device, ['kind', 'driver', 'site_id', 'code', 'title', 'disabled']),
    ...(id && { id }),
    post: device.post == null ? null : Number(device.post),
    connection: connectionBody(device),
    ...(device.kind === 'scale' && {
      ...fillDefaults({ max_g, min_g, d_g, e_g, zero_band_g, presence_g }),
      verification_until: device.verification_until || null,
      verification_doc: device.verification_doc || null,
      ...(device.driver === 'text' && device.shown.weight_g !== null && { shown: device.shown }),
    }),
  }
}

function connectionBody({ kind, driver, connection }: DeviceValues['device']): Plain {
  if (kind === 'scale')
    return {
      transport: transportBody(connection.transport),
      settings: settingsBody(driver, connection.settings),
    }
  return fillDefaults(pick(connection, CONNECTION_KEYS[`${kind} ${driver}`] ?? []))
}

const CONNECTION_KEYS: Record<string, string[]> = {
  'camera snapshot': ['url', 'user', 'password'],
  'camera rtsp': ['url', 'user', 'password'],
  'plate_camera ppocr': ['camera', 'roi'],
  'plate_camera http': ['camera', 'url', 'password'],
  'plate_camera hikvision': ['url', 'user', 'password', 'mode'],
  'plate_camera dahua': ['url', 'user', 'password', 'via'],
  'relay modbus': ['host', 'port', 'framing', 'unit', 'red', 'green', 'barrier', 'loop'],
  'relay http': ['url', 'red', 'green', 'barrier'],
}

/** A line as it is sent for detection or saving. */
export function transportBody(line: Plain): Plain {
  if (line['type'] === 'tcp') return pick(line, ['type', 'host', 'port'])
  const keys = ['type', 'path', 'baud', 'bits', 'parity', 'stop']
  return numbersOf(pick(line, keys), ['baud', 'bits', 'stop'])
}

function settingsBody(driver: string, settings: Plain): Plain {
  if (!isScaleDriver(driver)) return {}
  const { by } = scaleByCode(driver)
  const { settings: known } = formatOf(driver, settings)
  const keys = Object.keys(known)
  // A text that may be left out is left out when it is empty.
  const typed = keys.filter((key) => settings[key] !== '' || known[key]!.start !== '')
  const body = fillDefaults(pick(settings, by ? [by.key, ...typed] : typed))
  return mapParts(driver, body, 'toBody')
}

function pick(values: Plain, keys: string[]): Plain {
  return Object.fromEntries(keys.map((key) => [key, values[key]]))
}

function fillDefaults(values: Plain): Plain {
  const filledEntries = Object.entries(values).filter(
    ([, one]) => one !== null && one !== undefined,
  )
  return Object.fromEntries(filledEntries)
}
