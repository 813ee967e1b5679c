import { isDeepStrictEqual } from 'node:util'
import { ownValue } from '#contract/core/own-value.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { DeviceInput } from '#contract/device/device-set-up.ts'
import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { weightOfCapture } from '#contract/scales/form/text-frames.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { connectionProblems } from './assert-connection.ts'
import { scalePaceProblem } from './assert-pace.ts'
import type { Connection } from './assert-connection.ts'

type ScaleInput = Extract<DeviceInput, { kind: 'scale' }>

/** The site data against which a device is validated. */
export interface YardRows {
  readonly sites: readonly {
    id: string
    name: string
    address: string
    status: string
    is_default: boolean
    version: number
  }[]
  readonly posts: readonly {
    id: string
    site_id: string
    number: number
    kind: string
    title: string
    version: number
  }[]
  readonly devices: readonly {
    id: string
    site_id: string
    post_id: string | null
    kind: string
    driver: string
    code: number
    title: string
    status: string
    connection: unknown
    version: number
    max_g: number | null
    min_g: number | null
    d_g: number | null
    e_g: number | null
    zero_band_g: number | null
    presence_g: number | null
    verification_until: string | null
  }[]
  /** The age that weighing allows (rule `max_age_ms`). */
  readonly max_age_ms: number
  /** Cameras that take a picture of each weighing, by code. */
  readonly on_capture: readonly number[]
}

/** Kinds of which a post uses exactly one: a second one would never be read. */
const ALONE: Record<string, string> = {
  scale: 'весы',
  plate_camera: 'распознавание номеров',
  relay: 'реле',
}

/** Refuses with a Russian sentence at each field; `at` is the path of the device in the body. */
export function assertDevice(yard: YardRows, input: DeviceInput, siteId: string, at: string): void {
  const problems: Record<string, string> = { ...limitProblems(input) }
  const others = yard.devices.filter(({ id }) => id !== input.id)
  const post = yard.posts.find(({ number }) => number === input.post)
  if (others.some(({ kind, code }) => kind === input.kind && code === input.code))
    problems['code'] = 'Этот номер занят другим устройством того же вида'
  if (input.post != null && !post) problems['post'] = 'Такого поста нет'
  if (post && post.site_id !== siteId) problems['post'] = 'Этот пост стоит на другой площадке'
  const busy = others.find(
    ({ kind, post_id, status }) =>
      kind === input.kind && post_id === post?.id && status !== 'disabled',
  )
  if (post && busy && ownValue(ALONE, input.kind) && !input.disabled)
    problems['post'] =
      `На посту уже есть ${ownValue(ALONE, input.kind)}: ${quote(busy.title)}. Отключите их сначала`
  const camera = (input.connection as Connection | undefined)?.['camera']
  const sees = ({ kind, code, site_id }: YardRows['devices'][number]) =>
    kind === 'camera' && code === camera && site_id === siteId
  if (input.kind === 'plate_camera' && camera !== undefined && !others.some(sees))
    problems['connection.camera'] = 'На площадке нет камеры с таким номером'
  for (const [field, problem] of Object.entries(connectionProblems(input.connection ?? {})))
    problems[`connection.${field}`] = problem
  if (!input.id && !input.connection) problems['connection'] = 'Укажите подключение'
  const stored = yard.devices.find(({ id }) => id === input.id)
  const storedConnection = stored?.connection
  const unproved = input.kind === 'scale' && !input.disabled && layoutProblem(input, stored)
  if (unproved) problems['shown.weight_g'] = unproved
  const pace =
    input.kind === 'scale' &&
    !input.disabled &&
    scalePaceProblem(input.driver, input.connection ?? storedConnection, yard.max_age_ms)
  if (pace) problems[`connection.${pace.field}`] = pace.message
  refuseAt(at, problems)
}

/** Stops with `common.validation` when there are problems. */
export function refuseAt(at: string, problems: Record<string, string>): void {
  const fields = Object.entries(problems).map(([field, message]) => [`${at}.${field}`, message])
  if (fields.length > 0) refuse('common.validation', { fields: Object.fromEntries(fields) })
}

/**
 * A layout that was typed in weighs only when it reads of a loaded scale what the indicator shows: a number one place off is a weight
 * too, and an empty scale shows nought in every layout (devices.md 3.11). One that weighs already stays as it is.
 */
function layoutProblem(
  input: ScaleInput,
  stored: YardRows['devices'][number] | undefined,
): string | undefined {
  if (input.driver !== 'text') return undefined
  const before = stored?.connection as ScaleInput['connection']
  const settings = (input.connection ?? before)?.settings as ScaleSettings<'text'> | undefined
  const isSame = stored?.driver === 'text' && isDeepStrictEqual(settings, before?.settings)
  if (!settings || (isSame && stored?.status !== 'disabled')) return undefined
  const { shown, e_g } = input
  if (!shown || shown.weight_g < 2 * e_g)
    return 'Поставьте груз на весы, захватите линию и введите вес с табло'
  const read = weightOfCapture(settings.layout, settings.unit, shown.raw)
  if (read === shown.weight_g) return undefined
  const words = read === undefined ? 'не читает веса' : `читает ${formatKg(read)} кг`
  return `На табло ${formatKg(shown.weight_g)} кг, а разметка ${words}: поправьте её или захватите линию заново`
}

/** Limits of a scale against each other (domain.md 2.1); equal steps are usual, a finer display is allowed. */
function limitProblems(input: DeviceInput): Record<string, string> {
  if (input.kind !== 'scale') return {}
  const { max_g, d_g, e_g, min_g = 20 * e_g, zero_band_g = e_g, presence_g } = input
  return {
    ...(e_g < d_g && { e_g: 'Поверочное деление e не меньше деления d' }),
    ...(max_g <= min_g && { max_g: 'Max должен быть больше Min' }),
    ...(max_g > 100_000 * d_g && { d_g: 'Слишком мелкое деление для такого Max' }),
    ...(zero_band_g > max_g / 10 && { zero_band_g: 'Зона нуля не больше десятой части Max' }),
    ...(presence_g !== undefined &&
      (presence_g <= zero_band_g || presence_g >= max_g) && {
        presence_g: 'Порог груза — больше зоны нуля и меньше Max',
      }),
  }
}
