import type { DeviceState, YardSetUp } from '#contract/device/site-devices.ts'

type Plain = Record<string, unknown>
export type Kind = DeviceState['kind']

/** What the form holds: every field that some driver has, so that a change of mind loses nothing. */
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
    connection: Plain & { transport: Plain; settings: Plain }
  }
}

const LINE = { baud: '9600', bits: '8', parity: 'none', stop: '1' }
const TRANSPORT = { type: 'tcp', host: '', port: 4001, path: '', ...LINE }

/** A driver's settings as they begin, by the contract's own defaults. */
export const settingsStart: Record<string, Plain> = {
  'tenso-m': { address: 1, crc: true, unit: 'kg', period_ms: 100 },
  mettler: { format: 'continuous', checksum: 'auto', no_tare: false, period_ms: 100 },
  ascii: { format: 'cas22' },
  yaohua: { format: 'cmd', address: 'A', unit: 'kg', period_ms: 100 },
  'massa-k': { period_ms: 100 },
  modbus: {
    profile: 'laumas',
    framing: 'rtu',
    address: 1,
    decimals: 0,
    unit: 'kg',
    period_ms: 100,
    custom: {
      fc: '3',
      start: 0,
      count: 2,
      gross: { reg: 0, type: 'i32', words: 'high_first' },
    },
  },
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

/** The form's beginning: a kept device, or a new one of a kind with the next free number. */
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
      post: device?.post == null ? null : String(device.post),
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
      connection: {
        ...CONNECTION[kind],
        ...rest,
        transport: textsOf({ ...TRANSPORT, ...transport }, ['baud', 'bits', 'stop']),
        settings: { ...settingsStart[driver], ...settings, ...customOf(driver, settings) },
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

function customOf(driver: string, settings: Plain | undefined): Plain {
  if (driver !== 'modbus') return {}
  const start = settingsStart['modbus']!['custom'] as Plain
  return { custom: textsOf({ ...start, ...(settings?.['custom'] as Plain) }, ['fc']) }
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

/** A line as it is sent to be detected or kept. */
export function transportBody(line: Plain): Plain {
  if (line['type'] === 'tcp') return pick(line, ['type', 'host', 'port'])
  const keys = ['type', 'path', 'baud', 'bits', 'parity', 'stop']
  return numbersOf(pick(line, keys), ['baud', 'bits', 'stop'])
}

function settingsBody(driver: string, settings: Plain): Plain {
  const kind = String(settings['format'] ?? settings['profile'] ?? '')
  const body = fillDefaults(pick(settings, SETTING_KEYS[`${driver} ${kind}`.trim()] ?? []))
  const custom = body['custom'] as Plain | undefined
  return custom ? { ...body, custom: numbersOf(custom, ['fc']) } : body
}

const YAOHUA = ['format', 'address', 'unit', 'period_ms']
const MODBUS = ['profile', 'framing', 'address', 'decimals', 'unit', 'period_ms']
const SETTING_KEYS: Record<string, string[]> = {
  'tenso-m': ['address', 'crc', 'unit', 'period_ms'],
  'mettler continuous': ['format', 'checksum', 'unit'],
  'mettler sics': ['format', 'no_tare', 'period_ms'],
  'ascii cas22': ['format', 'unit'],
  'ascii cas10': ['format', 'unit'],
  'ascii and18': ['format', 'unit'],
  'ascii ricelake': ['format', 'unit'],
  'yaohua cmd': YAOHUA,
  'yaohua tf0': YAOHUA,
  'yaohua tf1': YAOHUA,
  'yaohua tf2': YAOHUA,
  'yaohua a12': YAOHUA,
  'massa-k': ['period_ms'],
  'modbus laumas': MODBUS,
  'modbus float32': MODBUS,
  'modbus custom': [...MODBUS, 'custom'],
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
